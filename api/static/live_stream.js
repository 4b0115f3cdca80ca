// @ts-check
/** The live stream of a table: every line once and in order, across reconnects. The key is sent in a header. */

import { ask, Refused } from "./api.js";

const AGAIN = [500, 1000, 2000, 4000]; // milliseconds before the next try

/**
 * @param {string} session
 * @param {{after?: number, line?: (line: any) => void, session?: (news: any) => void, link?: (there: boolean) => void}} heard
 * @returns {() => void} ends it
 */
export function listen(session, heard) {
  const stop = new AbortController();
  let last = heard.after ?? 0;
  let tries = 0;

  /** @param {string} name @param {string} data */
  function dispatch(name, data) {
    const news = JSON.parse(data);
    if (name === "session") heard.session?.(news);
    if (name !== "line" || news.line <= last) return;
    last = news.line;
    heard.line?.(news);
  }

  async function once() {
    const answer = await ask(`/api/sessions/${session}/live?after=${last}`, { session, signal: stop.signal });
    tries = 0;
    heard.link?.(true);
    const reader = /** @type {ReadableStream} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const parts = (rest + value).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const name = /^event: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (name && data) dispatch(name, data);
      }
    }
  }

  async function always() {
    while (!stop.signal.aborted) {
      try {
        await once();
      } catch (error) {
        if (error instanceof Refused && error.problem.status < 500 && error.problem.status !== 429) return;
      }
      if (stop.signal.aborted) return;
      heard.link?.(false);
      await new Promise((wake) => setTimeout(wake, AGAIN[Math.min(tries++, AGAIN.length - 1)]));
    }
  }

  always();
  addEventListener("pagehide", () => stop.abort(), { once: true });
  return () => stop.abort();
}
