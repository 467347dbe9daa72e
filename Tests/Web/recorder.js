// Notes what a page shows: `shown` has the texts of each play by its id, with the time at which they were painted;
// `states` has the words of the connection, and `reloads` the reasons for which the server made the page fetch itself again.
// `stream` is the newest connection.
(() => {
  const shown = (globalThis.shown = {}), states = (globalThis.states = []), reloads = (globalThis.reloads = []);
  globalThis.EventSource = class extends EventSource {
    constructor(...address) {
      super(...address);
      this.addEventListener("reload", (event) => reloads.push(event.data));
      globalThis.stream = this;
    }
  };
  // Without words that are for ears only.
  const sentence = (e) => [...(e.querySelector(":scope > p")?.childNodes ?? [])].filter((n) => n.nodeType === 3).map((n) => n.data).join("").trim();
  const text = (e) => e.textContent.trim().replace(/\s+/g, " ");
  const painted = (note) => requestAnimationFrame(() => requestAnimationFrame(() => (note.painted = Date.now())));
  const look = () => {
    for (const play of document.querySelectorAll("#plays li[id^='f-']")) {
      const list = (shown[play.id] ??= []);
      if (list.at(-1)?.text === text(play)) continue;
      const note = { text: text(play), sentence: sentence(play), painted: null };
      list.push(note);
      painted(note);
    }
    const state = document.querySelector("[data-link]");
    if (state && states.at(-1) !== text(state)) states.push(text(state));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
})();
