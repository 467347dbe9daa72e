// Returns a picture (PNG, base64) as PNG (base64) with few colours, so that its file as lossless WebP is small. The
// colours of text, backgrounds and larger areas stay exact. Another colour that is near one of them becomes that one: nearer
// than `smooth` in an emoji, and nearer than `coarse` elsewhere, where such colours are the edges of letters.
async png => {
  const smooth = 24, coarse = 70, area = 3000;
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const emoji = [...document.querySelectorAll(".emoji")].map(each => each.getBoundingClientRect());

  const inks = new Set();
  for (const each of document.querySelectorAll("#picture *")) {
    const style = getComputedStyle(each), told = `${style.color} ${style.backgroundColor} ${style.boxShadow}`;
    for (const [, red, green, blue] of told.matchAll(/rgb\((\d+), (\d+), (\d+)\)/g)) {
      inks.add((255 << 24 | blue << 16 | green << 8 | red) >>> 0);
    }
  }

  function reduce(x, y, width, height, limit) {
    const data = context.getImageData(x, y, width, height);
    const pixels = new Uint32Array(data.data.buffer);
    const counts = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const distance = (a, b) => Math.hypot((a & 255) - (b & 255), (a >> 8 & 255) - (b >> 8 & 255),
      (a >> 16 & 255) - (b >> 16 & 255));
    const kept = [], near = new Map();
    const isExact = ([colour, count]) => count > area || inks.has(colour);
    const order = [...counts].sort((a, b) => isExact(b) - isExact(a) || b[1] - a[1] || a[0] - b[0]);
    for (const [colour, count] of order) {
      let best = colour, least = isExact([colour, count]) ? 0 : limit;
      for (const each of kept) {
        const far = distance(each, colour);
        if (far < least) [best, least] = [each, far];
      }
      if (best === colour) kept.push(colour);
      near.set(colour, best);
    }
    for (let index = 0; index < pixels.length; index++) pixels[index] = near.get(pixels[index]);
    return data;
  }

  const marks = emoji.map(box => {
    const [x, y] = [Math.floor(box.x), Math.floor(box.y)];
    return [reduce(x, y, Math.ceil(box.right) - x, Math.ceil(box.bottom) - y, smooth), x, y];
  });
  context.putImageData(reduce(0, 0, canvas.width, canvas.height, coarse), 0, 0);
  for (const mark of marks) context.putImageData(...mark);
  const blob = await canvas.convertToBlob({type: "image/png"});
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
