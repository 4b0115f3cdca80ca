// @ts-check
/** Writes times as people say them, in the reader's own time zone; without scripts the page shows the day. */

const { lang, dataset } = document.documentElement;
const LOCALE = lang === "en" ? "en-GB" : lang;
const MINUTE = 60;
const HOUR = 3600;
const EVERY = 20_000; // milliseconds after which the times of a page are written anew

/** @param {Date} time @param {Intl.DateTimeFormatOptions} how */
const shown = (time, how) => time.toLocaleString(LOCALE, how);
const clock = (/** @type {Date} */ time) => shown(time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** "20 s ago", "2 min ago", "21:38", "yesterday, 22:14", "Sat 14 Nov". @param {string} iso @param {Date} [now] */
export function localTime(iso, now = new Date()) {
  const time = new Date(iso);
  const passed = Math.floor((now.getTime() - time.getTime()) / 1000);
  if (passed >= 0 && passed < HOUR) {
    const [text, count] = passed < MINUTE ? [dataset.secondsAgo, passed] : [dataset.minutesAgo, Math.floor(passed / MINUTE)];
    return (text ?? "").replace("{count}", String(count));
  }
  const days = Math.round((day(now) - day(time)) / 86_400_000);
  if (days === 0) return clock(time);
  if (Math.abs(days) === 1) return `${new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" }).format(-days, "day")}, ${clock(time)}`;
  const year = time.getFullYear() === now.getFullYear() ? {} : /** @type {const} */ ({ year: "numeric" });
  return shown(time, { weekday: "short", day: "numeric", month: "short", ...year }).replace(/,/g, "");
}

/** The hour and minute of a time, also of one just now. @param {string} iso */
export const clockTime = (iso) => clock(new Date(iso));

/** "Wednesday 18 November 2026 at 21:38". @param {string} iso */
export const fullTime = (iso) => shown(new Date(iso), { dateStyle: "full", timeStyle: "short" });

/** The first moment of a day. @param {Date} time */
const day = (time) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();

/** The time as an element, with its full form for those who point at it. @param {string} iso */
export function timeOf(iso) {
  const made = document.createElement("time");
  made.setAttribute("datetime", iso);
  write(made);
  return made;
}

/** @param {Element} element */
function write(element) {
  const iso = element.getAttribute("datetime");
  if (!iso) return;
  element.textContent = localTime(iso);
  element.setAttribute("title", fullTime(iso));
}

/** Writes every time of the page, now and as it grows older. */
export function localTimes() {
  const all = () => document.querySelectorAll("time[datetime]").forEach(write);
  all();
  setInterval(all, EVERY);
}
