// The pairs of texts of a drawing that lie on each other, and the texts that lie outside of it or are too small.
(least) => {
  const root = document.querySelector("svg.gf");
  const inside = root.getBoundingClientRect();
  const windows = [...root.querySelectorAll("svg[data-cell]")].map((one) => one.getBoundingClientRect());
  const texts = [];
  const outside = [];
  const small = [];
  for (const text of root.querySelectorAll("text")) {
    if (text.closest("defs") || !text.textContent.trim()) continue;
    const box = text.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(text.getScreenCTM().a, text.getScreenCTM().b);
    if (!box.width) continue;
    const part = text.closest("[data-layer]")?.id ?? "";
    const within = text.closest("svg[data-cell]") ? windows[0] : inside;
    if (text.closest("svg[data-cell]") && (box.right < within.left || box.left > within.right || box.bottom < within.top || box.top > within.bottom)) continue;
    if (!text.closest("svg[data-cell]") && (box.left < within.left - 1 || box.right > within.right + 1 || box.top < within.top - 3 || box.bottom > within.bottom + 3)) outside.push(`${part}: ${text.textContent}`);
    if (size < least && text.textContent.length > 2) small.push(`${size.toFixed(1)} ${part}: ${text.textContent}`);
    // the ink of a line of type is about 0.72 of its height
    const middle = (box.top + box.bottom) / 2;
    const map = Boolean(text.closest("svg[data-cell]"));
    texts.push({ part, map, edge: map && text.closest('[data-layer="axis"]') !== null, said: text.textContent, left: box.left + 1, right: box.right - 1, top: middle - size * 0.34, bottom: middle + size * 0.34 });
  }
  const over = [];
  for (let i = 0; i < texts.length; i++)
    for (let j = 0; j < i; j++) {
      const [a, b] = [texts[i], texts[j]];
      if (a.map !== b.map || a.edge !== b.edge) continue; // the edge of a map covers what lies under it
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1) over.push(`${b.part}: ${b.said} | ${a.part}: ${a.said}`);
    }
  return { over, outside, small };
}
