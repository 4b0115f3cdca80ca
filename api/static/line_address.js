// @ts-check
/** Loaded before the page is drawn: turns an address that ends in #48 or #/48 into ?line=48, so that the server sends that line. */
(() => {
  const line = /^#\/?(\d+)$/.exec(location.hash)?.[1];
  if (line === undefined) return;
  const query = new URLSearchParams(location.search);
  query.set("line", line);
  document.documentElement.hidden = true; // nothing is drawn before the right line is there
  location.replace(`${location.pathname}?${query}`);
})();
