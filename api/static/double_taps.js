// @ts-check
/** Treats two taps on one button within 300 ms as one, and says so. */

const TWICE = 300; // milliseconds
const NEAR = 24; // pixels: the same place on the screen, whatever has been drawn there meanwhile

let [x, y] = [0, 0];
addEventListener("pointerdown", (event) => ([x, y] = [event.clientX, event.clientY]), true);
addEventListener("keydown", () => ([x, y] = [NaN, NaN]), true); // keys have no place: only an equal line is a second tap

export class Taps {
  constructor() {
    this.last = { line: "", at: -TWICE, x: NaN, y: NaN };
  }

  /** Whether this tap hit the button of the tap before it at once. @param {string} line what it would write */
  isTwice(line) {
    const [now, before] = [performance.now(), this.last];
    const near = Math.hypot(x - before.x, y - before.y) <= NEAR;
    const twice = now - before.at < TWICE && (line === before.line || near);
    if (!twice) this.last = { line, at: now, x, y };
    return twice;
  }
}
