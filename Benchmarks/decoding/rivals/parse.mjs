// Parses one body with JSON.parse, from bytes as from the network: node parse.mjs BODY ROUNDS. Prints the least
// microseconds of a body.
import { readFileSync } from "node:fs";

const bytes = readFileSync(process.argv[2]);
let [best, plays] = [Infinity, 0];
for (let round = 0; round < Number(process.argv[3]); round++) {
  const start = process.hrtime.bigint();
  plays = JSON.parse(bytes.toString("utf8")).liveData.plays.allPlays.length;
  best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e3);
}
console.log(best.toFixed(1), plays);
