/**
 * The least a daemon does on a step without deciding: a record comes in on standard input, a state
 * of 2 KiB is saved so that a crash leaves it or the one before, and a line of the size of a
 * decision goes out. With `onlookers`, it also holds what a recorder and a stream need, the latest
 * records compressed, and a server listens that they could be asked of.
 */
import { open, rename } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname } from "node:path";
import { deflateRawSync } from "node:zlib";

const [path, onlookers] = process.argv.slice(2);
const NEWLINE = 0x0a;
const STATE = new Uint8Array(2048);
/** What is left of a Summary of 110 pods when it is reduced. */
const REDUCED_BYTES = 62_000;
/** As many as a client of the stream may ask for. */
const STEPS_HELD = 180;
const DECISION = Buffer.alloc(30_000, " ").fill("{}\n", 29_997);

async function synced(file, write = async () => {}) {
  await write();
  await file.sync();
  await file.close();
}

async function step() {
  const file = await open(`${path}.draft`, "wx");
  await synced(file, () => file.writeFile(STATE));
  await rename(`${path}.draft`, path);
  await synced(await open(dirname(path), "r"));
  process.stdout.write(DECISION);
}

const held = [];

function hold(begin) {
  held.push(new Uint8Array(deflateRawSync(begin.subarray(0, REDUCED_BYTES), { level: 1 })));
  if (held.length > STEPS_HELD) held.shift();
}

if (onlookers !== undefined) {
  createServer((_, response) => response.end())
    .listen(0, "127.0.0.1")
    .unref();
}
let isHeader = true;
let longest = Buffer.of();
for await (const chunk of process.stdin) {
  if (chunk.length > longest.length) longest = chunk;
  if (!chunk.includes(NEWLINE)) continue;
  if (!isHeader) {
    if (onlookers !== undefined) hold(longest);
    await step();
  }
  isHeader = false;
  longest = Buffer.of();
}
