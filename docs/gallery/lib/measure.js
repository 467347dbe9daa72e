// Returns the faults of the layout as texts: text that leaves the box of an element around it or that lies upon other
// text. Marks each element that has text of its own with the attribute `data-text`.
() => {
  const faults = [], drawn = [];
  const walker = document.createTreeWalker(document.getElementById("picture"), NodeFilter.SHOW_TEXT);
  let marked = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.data.trim()) continue;
    if (!parent.dataset.text) parent.dataset.text = ++marked;
    if (getComputedStyle(parent).visibility === "hidden" && !parent.closest(".spoiler")) continue;
    // By words, because a space at the end of a line may hang over the edge.
    const boxes = [...node.data.matchAll(/\S+/g)].flatMap(word => {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      return [...range.getClientRects()].filter(box => box.width > 0);
    });
    const shown = JSON.stringify(node.data.trim().slice(0, 60));
    if (!boxes.length) faults.push(`${shown} is not drawn`);
    for (let around = parent; around; around = around.parentElement) {
      if (getComputedStyle(around).display === "inline") continue;
      const edge = around.getBoundingClientRect(), style = getComputedStyle(around);
      // Letters reach over a line that is lower than they are; the line must still be inside.
      const slack = Math.max(1.5, around === parent ? 6 : 3);
      for (const box of boxes) {
        if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - slack
          || box.bottom > edge.bottom + slack) {
          faults.push(`${shown} leaves <${around.tagName.toLowerCase()} class="${around.className}">`);
          break;
        }
      }
      if (style.overflow === "hidden" && around.scrollWidth > around.clientWidth + 1) {
        faults.push(`${shown} is cut off in <${around.tagName.toLowerCase()} class="${around.className}">`);
      }
      if (around.id === "picture") break;
    }
    for (const box of boxes) {
      for (const [other, words] of drawn) {
        const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        if (wide > 3 && high > Math.min(box.height, other.height) / 2) faults.push(`${shown} lies upon ${words}`);
      }
      drawn.push([box, shown]);
    }
  }
  return {faults: [...new Set(faults)], elements: marked};
}
