// @ts-check
/** Requests to the service; a refused request throws an error with the service's own sentence. */

import { keyOf } from "./keys.js";

/** @typedef {{code: string, status: number, title: string, detail: string, next: string, at?: number | null, suggestion?: any}} Problem */

export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** No answer at all: the link is cut, or the server is away. Its sentence is the page's, in the language of the page. */
export class Away extends Error {
  /** @param {unknown} cause what the browser says of it */
  constructor(cause) {
    super(document.documentElement.dataset.away, { cause });
  }
}

const PATIENCE = 15000;
export const lang = document.documentElement.lang;

/**
 * @param {string} path a body is sent as JSON, a file as it is, however long that takes
 * @param {{method?: string, session?: string, token?: string, body?: any, key?: string, signal?: AbortSignal}} [more]
 * @returns {Promise<Response>}
 */
export async function ask(path, more = {}) {
  const token = more.token ?? (more.session ? keyOf(more.session)?.token : "");
  /** @type {Record<string, string>} */
  const headers = { "accept-language": lang };
  if (token) headers.authorization = `Bearer ${token}`;
  if (more.key && token) headers["idempotency-key"] = more.key;
  const file = more.body instanceof Blob;
  if (more.body !== undefined) headers["content-type"] = file ? more.body.type : "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method: more.method ?? "GET",
      headers,
      body: file ? more.body : JSON.stringify(more.body),
      signal: more.signal ?? (file ? null : AbortSignal.timeout(PATIENCE)),
      credentials: "same-origin",
      cache: "no-store",
    });
  } catch (error) {
    if (more.signal?.aborted) throw error;
    throw new Away(error);
  }
  if (answer.ok) return answer;
  throw await refusal(answer);
}

/** @param {Response} answer @returns {Promise<Error>} */
async function refusal(answer) {
  try {
    const problem = await answer.json();
    return problem.code ? new Refused(problem) : new Away(answer.statusText);
  } catch {
    return new Away(answer.statusText); // not ours: a proxy, or a server that is going down
  }
}

/** @param {string} path @param {Parameters<typeof ask>[1]} [more] @returns {Promise<any>} */
export async function read(path, more) {
  return (await ask(path, more)).json();
}
