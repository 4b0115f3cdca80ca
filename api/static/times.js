// @ts-check
/** Shows times in the reader's own time zone; without scripts the page shows the day. */

const lang = document.documentElement.lang;

/** Today the hour, before that the day and the hour. @param {string} iso */
export function localTime(iso) {
  const time = new Date(iso);
  const today = time.toDateString() === new Date().toDateString();
  const day = /** @type {const} */ ({ weekday: "short", day: "numeric", month: "short" });
  return time.toLocaleString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...(today ? {} : day) });
}

export function localTimes() {
  for (const one of document.querySelectorAll("time[datetime]")) {
    const iso = one.getAttribute("datetime") ?? "";
    if (!iso) continue;
    one.textContent = localTime(iso);
    one.setAttribute("title", new Date(iso).toLocaleString(lang));
  }
}
