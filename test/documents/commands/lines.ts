import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { FORMS, type Form, logOf } from "../../analysis/read/messages/kubeletLog.ts";
import { readKept } from "../../recorded/kept.ts";
import { mutate } from "../mutations.ts";
import type { Random } from "../random.ts";

const FORM_NAMES = Object.keys(FORMS) as readonly Form[];
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** Good documents of a kind. */
type Kind = "capture" | "kernelLog" | "kubeletLog" | "objects" | "cluster" | "scenario" | "oomd";

/** Good documents, of which commands are given spoilt ones. */
export async function goodDocuments(): Promise<Readonly<Record<Kind, readonly Buffer[]>>> {
  const all = (directory: string, ending: string) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => readFileSync(join(ROOT, directory, name)));
  const unpacked = (packed: readonly Buffer[]) => packed.map((bytes) => gunzipSync(bytes));
  const { passes } = await readKept("memory-hard");
  return {
    capture: unpacked(all("examples", ".plimsoll.ndjson.gz")),
    kernelLog: all("test/oom/dumps", ".txt"),
    kubeletLog: FORM_NAMES.map((form) => Buffer.from(logOf(passes, form))),
    objects: unpacked(all("examples", ".cluster.json.gz")),
    cluster: all("examples/clusters", "objects.yaml"),
    scenario: all("examples/clusters", "scenario.yaml"),
    oomd: all("test/oomd/vectors", ".json"),
  };
}

/** A command line, and what it is given by the names that stand in it. */
export interface Line {
  readonly words: readonly string[];
  readonly files: Readonly<Record<string, Buffer>>;
}

const FORMATS = [
  ...[[], [], ["--output", "json"], ["--output", "markdown"], ["--output", "html"]],
] as const;

/** What is asked of a document, or of two; each word with an extension is the name of a file. */
const QUESTIONS: readonly (readonly [Kind, readonly string[], Kind?])[] = [
  ["capture", ["replay", "a.ndjson"]],
  ["capture", ["explain", "a.ndjson"]],
  ["capture", ["a.ndjson"]],
  ["capture", ["next", "a.ndjson"]],
  ["capture", ["advise", "a.ndjson"]],
  ["capture", ["capture", "verify", "a.ndjson"]],
  ["capture", ["capture", "anonymize", "a.ndjson", "--out", "-"]],
  ["capture", ["capture", "reduce", "a.ndjson", "--out", "-"]],
  ["capture", ["diff", "a.ndjson", "--eviction-hard", "memory.available<500Mi"]],
  ["kernelLog", ["oom", "a.txt"]],
  ["kernelLog", ["a.txt"]],
  ["kubeletLog", ["replay", "--journal", "a.log"]],
  ["kubeletLog", ["a.log"]],
  ["kubeletLog", ["explain", "--bundle", "a.tar.gz"]],
  ["oomd", ["replay", "a.json"]],
  ["oomd", ["a.json"]],
  ["objects", ["schedule", "--objects", "a.json"]],
  ["objects", ["drain", "worker-2", "--objects", "a.json", "--ignore-daemonsets"]],
  ["objects", ["a.json"]],
  ["cluster", ["admit", "--objects", "a.yaml"]],
  ["cluster", ["check", "a.yaml"]],
  [
    "cluster",
    ["simulate", "--objects", "a.yaml", "--scenario", "b.yaml", "--until", "1h"],
    "scenario",
  ],
];

/** A command with spoilt documents, in any form: each answers with a verdict or a sentence. */
export function drawLine(good: Readonly<Record<Kind, readonly Buffer[]>>, random: Random): Line {
  const [kind, asked, second] = random.pick(QUESTIONS);
  const names = asked.filter((word) => /^[ab]\./.test(word));
  const kinds = second === undefined ? [kind] : [kind, second];
  const files = names.map((name, index) => {
    const { bytes } = mutate(random.pick(good[kinds[index] ?? kind]), random);
    const isPacked = name.endsWith(".gz") || random.oneIn(10);
    return [name, isPacked ? packed(bytes, random) : bytes] as const;
  });
  const isDocument = asked[0] === "capture" || asked[0] === "check";
  const format = isDocument ? [] : random.pick(FORMATS);
  return { words: [...asked, ...format], files: Object.fromEntries(files) };
}

/** Now and then cut off, or with a wrong bit. */
function packed(bytes: Buffer, random: Random): Buffer {
  return random.oneIn(3) ? mutate(gzipSync(bytes), random, true).bytes : gzipSync(bytes);
}

/** Whether people read what it prints: html and captures have their own characters. */
export function isForReading({ words }: Line): boolean {
  return !words.includes("html") && !words.includes("--out") && !words.includes("json");
}
