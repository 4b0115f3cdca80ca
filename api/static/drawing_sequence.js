// @ts-check
/** The drawings of a session: the one that is wanted first, then patches between all of them, forwards and back. */

import { read } from "./api.js";

/** @typedef {{set?: Record<string, string>, drop?: string[], view?: string, title?: string, desc?: string}} TextPatch */
/** @typedef {{places: number, first: number, svg: string, patches: TextPatch[], tabs: import("./board_tabs.js").Tab[]}} Answer */

const CHUNK = 100; // drawings in one answer
const NAMESPACE = / xmlns="http:\/\/www\.w3\.org\/2000\/svg"/g;

export class DrawingSequence {
  /** @param {string} session @param {string} path of the drawings, with its viewpoint and layout */
  constructor(session, path) {
    this.session = session;
    this.path = path;
    this.places = 1;
    /** @type {TextPatch[]} what leads to each place from the one before */ this.forwards = [];
    /** @type {TextPatch[]} what leads from each place to the one before */ this.backwards = [];
  }

  /** @param {number} first @param {number} last @returns {Promise<Answer>} */
  async ask(first, last) {
    const answer = await read(`${this.path}&first=${first}&last=${last}`, { session: this.session });
    this.places = answer.places;
    return answer;
  }

  /** One whole drawing. @param {number} place */
  at(place) {
    return this.ask(place, place);
  }

  /** Loads all patches, those around a place first. @param {number} place @param {() => void} loaded is called after each part */
  async load(place, loaded) {
    const around = Math.floor(place / CHUNK);
    const count = Math.ceil((this.places - 1) / CHUNK);
    const chunks = [...Array(count).keys()].sort((one, other) => Math.abs(one - around) - Math.abs(other - around));
    for (const chunk of chunks) {
      const { first, svg, patches } = await this.ask(chunk * CHUNK, (chunk + 1) * CHUNK);
      const backs = reversed(svg, patches);
      patches.forEach((patch, i) => ([this.forwards[first + i + 1], this.backwards[first + i + 1]] = [patch, backs[i]]));
      loaded();
    }
  }

  /** One patch that leads from a place to another; null while a part of the way is not loaded. @param {number} from @param {number} to */
  between(from, to) {
    const steps = [];
    for (let at = from; at < to; at++) steps.push(this.forwards[at + 1]);
    for (let at = from; at > to; at--) steps.push(this.backwards[at]);
    return steps.includes(/** @type {any} */ (undefined)) ? null : joined(steps);
  }
}

/** Several patches as one. @param {TextPatch[]} steps @returns {TextPatch} */
function joined(steps) {
  /** @type {TextPatch & {set: Record<string, string>}} */ const all = { set: {} };
  const drop = new Set();
  for (const step of steps) {
    for (const key of step.drop ?? []) {
      delete all.set[key];
      drop.add(key);
    }
    for (const [key, part] of Object.entries(step.set ?? {})) {
      all.set[key] = part;
      drop.delete(key);
    }
    for (const name of /** @type {const} */ (["view", "title", "desc"])) if (step[name]) all[name] = step[name];
  }
  return { ...all, drop: [...drop] };
}

/** The patches that undo these, each for itself. @param {string} svg the drawing before the first @param {TextPatch[]} patches */
function reversed(svg, patches) {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const texts = { view: drawn.querySelector("svg[data-cell]")?.getAttribute("viewBox") ?? "", title: textOf(drawn, "title"), desc: textOf(drawn, "desc") };
  const parts = new Map([...drawn.querySelectorAll("[data-layer]")].map((part) => [part.id, part.outerHTML.replace(NAMESPACE, "")]));
  return patches.map((patch) => {
    /** @type {TextPatch & {set: Record<string, string>, drop: string[]}} */ const back = { set: {}, drop: [] };
    for (const [key, part] of Object.entries(patch.set ?? {})) {
      const old = parts.get(key);
      if (old === undefined) back.drop.push(key);
      else back.set[key] = old;
      parts.set(key, part);
    }
    for (const key of patch.drop ?? []) {
      back.set[key] = parts.get(key) ?? "";
      parts.delete(key);
    }
    for (const name of /** @type {const} */ (["view", "title", "desc"])) {
      if (!patch[name]) continue;
      back[name] = texts[name];
      texts[name] = patch[name];
    }
    return back;
  });
}

/** @param {Element} drawn @param {string} name */
const textOf = (drawn, name) => drawn.querySelector(`:scope > ${name}`)?.textContent ?? "";
