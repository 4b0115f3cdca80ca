"use strict";
(() => {
  const { frames, patches } = JSON.parse(document.getElementById("frames").textContent);
  const byId = (id) => document.getElementById(id);
  const board = document.querySelector("#stage > svg");
  const backs = [];
  let place = 0;
  let playing = 0;

  const part = (key) => board.querySelector(`[id="${CSS.escape(key)}"]`);
  function put(text) {
    const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`, "image/svg+xml");
    const fresh = document.importNode(parsed.documentElement.firstElementChild, true);
    const old = part(fresh.id);
    const layer = board.querySelector(`[id="layer:${fresh.dataset.layer}"]`);
    if (old && old.parentNode === layer) old.replaceWith(fresh);
    else {
      if (old) old.remove();
      layer.append(fresh);
    }
  }
  function apply(patch) {
    const back = { set: {}, drop: [] };
    const write = new XMLSerializer();
    for (const [key, text] of Object.entries(patch.set || {})) {
      const old = part(key);
      if (old) back.set[key] = write.serializeToString(old);
      else back.drop.push(key);
      put(text);
    }
    for (const key of patch.drop || []) {
      const old = part(key);
      if (!old) continue;
      back.set[key] = write.serializeToString(old);
      old.remove();
    }
    const map = board.querySelector("svg[data-cell]");
    if (patch.view && map) {
      back.view = map.getAttribute("viewBox");
      map.setAttribute("viewBox", patch.view);
    }
    return back;
  }
  function show(wanted) {
    const goal = Math.max(0, Math.min(wanted, frames.length - 1));
    while (place < goal) backs[place] = apply(patches[place++]);
    while (place > goal) apply(backs[--place]);
    const frame = frames[place];
    byId("pos").value = place;
    byId("at").textContent = frame.line;
    byId("says").textContent = frame.says;
    byId("text").textContent = frame.text;
    byId("moment").textContent = frame.moment;
    byId("pos").setAttribute("aria-valuetext", frame.says);
    listed("effects", frame.effects);
    listed("found", frame.found);
  }
  function listed(id, said) {
    byId(id).replaceChildren(...said.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  }
  function stop() {
    clearInterval(playing);
    playing = 0;
    byId("play").setAttribute("aria-pressed", "false");
  }
  function play() {
    byId("play").setAttribute("aria-pressed", "true");
    playing = setInterval(() => (place < frames.length - 1 ? show(place + 1) : stop()), 900);
  }
  const GO = {
    first: () => show(0),
    prev: () => show(place - 1),
    next: () => show(place + 1),
    last: () => show(frames.length - 1),
  };
  for (const [id, go] of Object.entries(GO)) byId(id).onclick = () => (stop(), go());
  byId("play").onclick = () => (playing ? stop() : play());
  byId("pos").oninput = () => (stop(), show(Number(byId("pos").value)));
  addEventListener("keydown", (event) => {
    const name = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (event.key === " " && !event.target.closest("button")) byId("play").click();
    else if (name) byId(name).click();
    else return;
    event.preventDefault();
  });
  show(0);
})();
