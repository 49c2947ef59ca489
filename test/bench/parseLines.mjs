/** The least a program in JavaScript does with a capture: `JSON.parse` of each of its lines. */
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

const [path] = process.argv.slice(2);
const LINE_BREAK = 0x0a;
const file = createReadStream(path, { highWaterMark: 2 ** 20 });
const parts = [];
for await (const chunk of path.endsWith(".gz") ? file.pipe(createGunzip()) : file) {
  let start = 0;
  for (let end = chunk.indexOf(LINE_BREAK); end >= 0; end = chunk.indexOf(LINE_BREAK, start)) {
    parts.push(chunk.subarray(start, end));
    JSON.parse((parts.length === 1 ? parts[0] : Buffer.concat(parts)).toString());
    parts.length = 0;
    start = end + 1;
  }
  parts.push(chunk.subarray(start));
}
