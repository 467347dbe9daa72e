// Measurements in a page. Each returns a list of texts, empty if all is well.
(() => {
  const name = (e) => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""}${e.className?.trim?.() ? "." + e.className.trim().split(/\s+/).join(".") : ""} “${(e.getAttribute("aria-label") ?? e.textContent).trim().replace(/\s+/g, " ").slice(0, 30)}”`;
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !e.closest(".sr, .skip");
  const scrolls = (e) => { for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) if (["auto", "scroll"].includes(getComputedStyle(p).overflowX)) return true; return false; };
  globalThis.measures = {
    // Wider than the screen: the page itself, or an element outside of an area that scrolls by itself.
    wide(width) {
      const over = document.documentElement.scrollWidth - width;
      const out = [...document.querySelectorAll("main *, header *, footer *")].filter((e) =>
        seen(e) && !e.closest("svg") && !scrolls(e) && e.getBoundingClientRect().width > 0 && e.getBoundingClientRect().right > width + 1);
      return [...(over > 0 ? [`scrolls sideways by ${over} px`] : []), ...out.slice(0, 4).map((e) => `${name(e)} ends at ${Math.round(e.getBoundingClientRect().right)} of ${width} px`)];
    },
    // Text that leaves the card it is in.
    cut() {
      return [...document.querySelectorAll("main b, main strong, main i, main p, main li, main h1, main h2, main h3, main dd, main dt, main summary, .btn")].filter((e) => {
        const card = e.closest(".card, .game");
        return card && seen(e) && !scrolls(e) && e.getBoundingClientRect().right > card.getBoundingClientRect().right + 1;
      }).slice(0, 4).map((e) => `${name(e)} leaves its card`);
    },
    // Smaller than a finger needs. A link within a sentence is as high as its line (WCAG 2.5.8).
    small() {
      const inText = (e) => e.tagName === "A" && getComputedStyle(e).display === "inline" && [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && /\w{2}/.test(n.data));
      return [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")].filter((e) => {
        // A label is touched for its field. Half a pixel is rounding.
        const box = (e.closest("label") ?? e).getBoundingClientRect();
        return seen(e) && !inText(e) && (box.width < 23.5 || box.height < 23.5);
      }).map((e) => `${name(e)} is ${Math.round(e.getBoundingClientRect().width)} × ${Math.round(e.getBoundingClientRect().height)} px`);
    },
    // What still moves.
    moving() {
      return document.getAnimations().filter((a) => a.playState === "running").map((a) => `${a.animationName ?? a.transitionProperty} moves ${name(a.effect.target)}`).slice(0, 4);
    },
    // Pairs that only colour tells apart, and that look alike when the reader's colours replace ours.
    alike() {
      const look = (e) => { const s = getComputedStyle(e); return [s.fill, s.stroke, s.backgroundColor, s.color, s.outlineStyle + s.outlineWidth, s.borderColor, s.fontWeight, s.display].join(); };
      const pairs = [[".base.on", ".base:not(.on)"], [".out.on", ".out:not(.on)"], [".chips .btn[aria-current]", ".chips .btn:not([aria-current])"], [".tabs a[aria-current]", ".tabs a:not([aria-current])"]];
      return pairs.filter(([a, b]) => { const [x, y] = [document.querySelector(a), document.querySelector(b)]; return x && y && look(x) === look(y); }).map(([a, b]) => `${a} looks like ${b}`);
    },
    // Bars of teams and dots that vanish when the reader's colours replace ours.
    gone() {
      return [...document.querySelectorAll(".bar, .dot")].filter((e) => seen(e) && (() => { const s = getComputedStyle(e); return s.backgroundColor === getComputedStyle(document.body).backgroundColor && s.borderStyle === "none"; })()).slice(0, 3).map((e) => `${name(e)} is not seen`);
    },
  };
})();
