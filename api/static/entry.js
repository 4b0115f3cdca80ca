// @ts-check
/** A line being entered: what was tapped so far, what is missing, and the resulting text. It knows no game. */

/** @typedef {{text: string, says: string, picture?: string, named?: boolean, uses?: string[], most?: number, at?: [number, number], keys?: string[], unlit?: boolean}} Value */
/** @typedef {{says?: string, more?: boolean, values: Value[]}} Row */
/** @typedef {{says: string, lead?: string, palette?: number, group?: string, box?: [number, number, number, number], needs?: string[], unseen?: string}} Spot */
/**
 * @typedef {{name: string, kind: string, says: string, least: number, most?: number, spots?: Spot[], palettes?: Row[][], chance?: boolean,
 *   unseen?: string | null, lead?: string, stock?: Record<string, number>, when?: {input: string, among: string[]}[],
 *   times?: [number, string], joins?: string, ground?: string, digits?: boolean, usual?: string}} Field
 */
/** @typedef {{deed: string, verb: string, kind: string, seat: string | null, says: string, title: string, write: string, inputs: Field[], keys?: string[], lawful?: boolean, aside?: boolean, rare?: boolean, group?: string, often?: number, piece?: string, gain?: number}} Step */
/** @typedef {{text: string, picture?: string, says: string, parts: {says: string, sign: string, most: number, picture?: string}[]}} Join */
/** @typedef {{chosen: (string | null)[], join?: number, signs?: number[], counts?: Record<string, number>}} Kept what was tapped of one input */

/** @type {Map<string, Join[]>} the ways to join edges, by address; none where they could not be asked for */
export const joinTables = new Map();

const ANOTHER = "*"; // in a condition: any value that was not offered

export class Entry {
  /** @param {Step} step @param {Record<string, Kept>} [kept] */
  constructor(step, kept = {}) {
    this.step = step;
    this.kept = kept;
  }

  /** What was tapped of an input. @param {Field} field @returns {Kept} */
  of(field) {
    return (this.kept[field.name] ??= { chosen: (field.spots ?? []).map(() => null) });
  }

  /** The inputs that are to be filled, by what the others hold. @returns {Field[]} */
  asked() {
    const named = new Map(this.step.inputs.map((field) => [field.name, field]));
    const holds = (/** @type {{input: string, among: string[]}} */ { input, among }) => {
      const field = named.get(input);
      return field !== undefined && this.isAsked(field, holds) && this.of(field).chosen.some((text, at) => text !== null && (among.includes(text) || (among.includes(ANOTHER) && this.isUnlisted(field, at))));
    };
    return this.step.inputs.filter((field) => this.isAsked(field, holds));
  }

  /** Whether a place was tapped that was not offered. @param {Field} field @param {number} at */
  isUnlisted(field, at) {
    return this.value(field, at)?.unlit !== undefined;
  }

  /** @param {Field} field @param {(condition: {input: string, among: string[]}) => boolean} holds */
  isAsked(field, holds) {
    return !field.when?.length || field.when.some(holds);
  }

  /** The spots that are to be filled, by what stands before them. @param {Field} field @returns {number[]} */
  spots(field) {
    const { chosen } = this.of(field);
    return (field.spots ?? []).map((_, at) => at).filter((at) => {
      const needs = field.spots?.[at].needs;
      return !needs?.length || needs.includes(chosen[at - 1] ?? "");
    });
  }

  /** A choice that is usual, or the only one, is filled as soon as it is asked for. Chance never. */
  fillUsual() {
    for (const field of this.asked().filter((input) => input.chance === false)) {
      const kept = this.of(field);
      const values = field.palettes?.[0]?.flatMap((row) => row.values) ?? [];
      if (field.kind === "counts") this.fillPayment(field, values);
      else if (kept.chosen.length === 1 && kept.chosen[0] === null) kept.chosen[0] = values.length === 1 ? values[0].text : field.usual ?? null;
    }
  }

  /** A payment that leaves no choice, or whose total another input tells: with what comes first. @param {Field} field @param {Value[]} values */
  fillPayment(field, values) {
    const { sum, least, most } = this.total(field);
    const held = values.reduce((all, value) => all + (value.most ?? most), 0);
    const fixed = least === most && (values.length === 1 || held === most);
    if (field.times ? sum === least : sum || !fixed) return;
    let due = least;
    this.of(field).counts = Object.fromEntries(values.map((value) => {
      const count = Math.min(due, value.most ?? due);
      due -= count;
      return [value.text, count];
    }));
  }

  /** The values of a spot. @param {Field} field @param {number} at @returns {Row[]} */
  rows(field, at) {
    return field.palettes?.[field.spots?.[at]?.palette ?? 0] ?? [];
  }

  /** @param {Field} field @param {number} at @returns {Value | undefined} */
  value(field, at) {
    const text = this.of(field).chosen[at];
    return this.rows(field, at).flatMap((row) => row.values).find((value) => value.text === text);
  }

  /** How many of a value can still come; null where copies are not counted. @param {Field} field @param {Value} value @param {number} at the spot it would go to */
  left(field, value, at) {
    const uses = value.uses ?? [];
    if (!uses.length || !field.stock) return null;
    const taken = this.asked().flatMap((other) => this.spots(other).flatMap((spot) => (other === field && spot === at ? [] : this.value(other, spot)?.uses ?? []))); // one piece goes to one place
    const count = (/** @type {string[]} */ all, /** @type {string} */ piece) => all.filter((each) => each === piece).length;
    return Math.min(...uses.map((piece) => Math.floor(((field.stock?.[piece] ?? 0) - count(taken, piece)) / count(uses, piece))));
  }

  /** The total a payment comes to, and between what it must lie. @param {Field} field */
  total(field) {
    const sum = Object.values(this.of(field).counts ?? {}).reduce((all, count) => all + count, 0);
    if (!field.times) return { sum, least: field.least, most: field.most ?? field.least };
    const other = this.step.inputs.find((input) => input.name === field.times?.[1]);
    const due = field.times[0] * (other ? this.filled(other) : 0);
    return { sum, least: due, most: due };
  }

  /** @param {Field} field how many of its spots are filled */
  filled(field) {
    const { chosen } = this.of(field);
    return this.spots(field).filter((at) => chosen[at] !== null).length;
  }

  /** The ways to join the edges that were painted. @param {Field} field @returns {Join[]} */
  joins(field) {
    return joinTables.get(this.address(field)) ?? [];
  }

  /** Where the ways to join painted edges are asked for, once all of them are painted. @param {Field} field */
  address(field) {
    if (!field.joins || this.isBlank(field) || this.spots(field).some((at) => this.of(field).chosen[at] === null)) return "";
    return `${field.joins}/${encodeURIComponent(this.plain(field))}`;
  }

  /** @param {Field} field @returns {Join | null} */
  joined(field) {
    const ways = this.joins(field);
    return ways.length === 1 ? ways[0] : ways[this.of(field).join ?? -1] ?? null;
  }

  /** Whether an input needs nothing more. @param {Field} field */
  isDone(field) {
    if (field.kind === "counts") {
      const { sum, least, most } = this.total(field);
      return sum >= least && sum <= most;
    }
    const spots = this.spots(field);
    const enough = field.least < (field.spots ?? []).length ? field.least : spots.length;
    return this.filled(field) >= enough && (!field.joins || this.isBlank(field) || this.joined(field) !== null || joinTables.get(this.address(field))?.length === 0);
  }

  /** Whether nothing of it was seen. @param {Field} field */
  isBlank(field) {
    const { chosen } = this.of(field);
    return this.spots(field).every((at) => chosen[at] === this.unseen(field, at));
  }

  /** The text for a spot that was not seen; null where a record cannot say so. @param {Field} field @param {number} at */
  unseen(field, at) {
    return field.spots?.[at].unseen || (field.unseen ?? null);
  }

  isComplete() {
    return this.asked().every((field) => this.isDone(field));
  }

  /** The first input and spot without a value; then those that may be filled, too. @returns {{field: Field, at: number} | null} */
  next() {
    const asked = this.asked();
    const free = (/** @type {Field} */ field) => this.spots(field).find((spot) => this.of(field).chosen[spot] === null);
    const missing = asked.find((field) => !this.isDone(field));
    const field = missing ?? asked.find((input) => input.least < (input.spots ?? []).length && free(input) !== undefined);
    return field ? { field, at: free(field) ?? -1 } : null;
  }

  /** The texts of the spots, one after the other. @param {Field} field */
  plain(field) {
    const { chosen } = this.of(field);
    return this.spots(field).map((at) => (chosen[at] === null ? "" : `${field.spots?.[at].lead ?? ""}${chosen[at]}`)).join("");
  }

  /** What an input writes into the line. @param {Field} field */
  text(field) {
    if (field.kind === "counts") {
      const counts = this.of(field).counts ?? {};
      const kinds = field.palettes?.[0]?.flatMap((row) => row.values.map((value) => value.text)) ?? [];
      return kinds.filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${kind}`).join(" ");
    }
    if (field.joins) {
      const signs = this.of(field).signs ?? [];
      const way = this.isBlank(field) ? null : this.joined(field);
      return way ? way.text.replace(/\{(\d+)\}/g, (_, at) => way.parts[at].sign.repeat(signs[at] ?? 0)) : "";
    }
    return this.plain(field);
  }

  /** The line as it will be written, as far as it is entered; the text of a value may name inputs, too. */
  line() {
    const asked = new Map(this.asked().map((field) => [field.name, field]));
    const put = (/** @type {string} */ text) => text.replace(/\{([^}#]+)(#?)\}/g, (_, name, count) => {
      const field = asked.get(name);
      if (!field) return "";
      if (count) return String(this.filled(field));
      const written = this.text(field);
      return written ? `${field.lead ?? ""}${written}` : "";
    });
    return put(put(this.step.write)).replace(/\s+/g, " ").trim();
  }
}

const SPOT = "griffier.entry.";

/** What was half entered at a table stays while the page is loaded again. @param {string} session */
export function drafts(session) {
  const where = `${SPOT}${session}`;
  /** @type {Record<string, Record<string, Kept>>} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(where) ?? "{}");
  } catch {
    kept = {};
  }
  const save = () => {
    try {
      if (Object.keys(kept).length) localStorage.setItem(where, JSON.stringify(kept));
      else localStorage.removeItem(where);
    } catch {
      // without storage it stays while the page does
    }
  };
  return {
    /** @param {Step} step @returns {Record<string, Kept>} */
    of: (step) => kept[step.write] ?? {},
    /** @param {Entry} entry */
    keep(entry) {
      kept[entry.step.write] = entry.kept;
      save();
    },
    /** @param {Step} step */
    drop(step) {
      delete kept[step.write];
      save();
    },
    /** Only lines that can still come are kept. @param {Step[]} steps */
    only(steps) {
      const writes = new Set(steps.map((step) => step.write));
      kept = Object.fromEntries(Object.entries(kept).filter(([write]) => writes.has(write)));
      save();
    },
  };
}
