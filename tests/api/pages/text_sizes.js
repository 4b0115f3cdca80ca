// The texts on a page that are smaller than `least` pixels on the screen: size, text, and the part of the board.
(least) => {
  const found = [];
  const scaleOf = (matrix) => Math.hypot(matrix.a, matrix.b);
  const seen = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  };
  const note = (size, text, element) => {
    if (size < least) found.push(`${size.toFixed(1)} ${text.trim().slice(0, 30)} ${element.closest("[data-layer]")?.id ?? element.className}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.textContent.trim() || element.closest("title, desc, defs, symbol, script, .sprite, .vh, .skip") || !seen(node)) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    note(element.ownerSVGElement ? size * scaleOf(element.getScreenCTM()) : size, node.textContent, element);
  }
  for (const use of document.querySelectorAll("svg use")) {
    const symbol = document.querySelector(`[id="${CSS.escape(use.getAttribute("href").slice(1))}"]`);
    if (!use.getBoundingClientRect().width || !use.getScreenCTM()) continue;
    for (const text of symbol?.querySelectorAll("text") ?? []) {
      let inner = 1;
      for (let at = text; at !== symbol; at = at.parentElement) inner *= at.transform?.baseVal.consolidate() ? scaleOf(at.transform.baseVal.consolidate().matrix) : 1;
      note(parseFloat(getComputedStyle(text).fontSize) * inner * scaleOf(use.getScreenCTM()), text.textContent, use);
    }
  }
  return found;
}
