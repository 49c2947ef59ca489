/** The least that any program does with a capture: its bytes come into memory, decompressed. */
import { createReadStream, openSync, readSync } from "node:fs";
import { createGunzip } from "node:zlib";

const [path] = process.argv.slice(2);
if (path.endsWith(".gz")) {
  const chunks = createReadStream(path, { highWaterMark: 2 ** 20 });
  for await (const _ of chunks.pipe(createGunzip({ chunkSize: 2 ** 18 })));
} else {
  const file = openSync(path, "r");
  const buffer = new Uint8Array(2 ** 19);
  while (readSync(file, buffer) > 0);
}
