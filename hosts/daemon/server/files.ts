import { createReadStream, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import type { Answer, Asked } from "./answering.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".gz": "application/gzip",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};
/** Beside a file, as it was built; the best one first. */
const ENCODINGS = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
] as const;
/** A name that holds a digest of the file: what it names never changes. */
const DIGEST_IN_NAME = /-[A-Z0-9]{8}\.\w+$/;
const FOREVER = "private, max-age=31536000, immutable";

interface Found {
  readonly path: string;
  readonly stats: Stats;
  /** Absent for the file itself. */
  readonly encoding?: string;
}

/** The file, compressed where it was built so and the client takes that; null when it is absent. */
export async function fileAnswer(asked: Asked, path: string): Promise<Answer | null> {
  const { method, headers } = asked;
  const found = await bestOf(path, headers["accept-encoding"] ?? "");
  if (found === null) return null;
  const { stats, encoding } = found;
  const isFixed = DIGEST_IN_NAME.test(asked.path);
  const tag = `W/"${stats.size.toString(16)}-${Math.trunc(stats.mtimeMs).toString(16)}"`;
  const about = {
    "Cache-Control": isFixed ? FOREVER : "no-cache",
    ETag: tag,
    Vary: "Accept-Encoding",
  };
  if (headers["if-none-match"]?.includes(tag)) return { status: 304, headers: about };
  return {
    status: 200,
    headers: {
      ...about,
      "Content-Type": TYPES[extname(path)] ?? "application/octet-stream",
      "Content-Length": String(stats.size),
      ...(encoding === undefined ? {} : { "Content-Encoding": encoding }),
    },
    body: method === "HEAD" ? "" : createReadStream(found.path),
  };
}

async function bestOf(path: string, accepted: string): Promise<Found | null> {
  const names = new Set(accepted.split(",").map((each) => each.split(";")[0]?.trim()));
  for (const { encoding, ending } of ENCODINGS) {
    const stats = names.has(encoding) ? await statsOf(path + ending) : null;
    if (stats !== null) return { path: path + ending, stats, encoding };
  }
  const stats = await statsOf(path);
  return stats && { path, stats };
}

async function statsOf(path: string): Promise<Stats | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() ? stats : null;
}
