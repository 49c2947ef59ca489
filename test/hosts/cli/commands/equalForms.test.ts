/** What is the same input in another form is answered in the same way. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { commandLine } from "../commandLine.ts";

const ROOT = new URL("../../../../", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
afterAll(() => rmSync(folder, { recursive: true }));

const example = (path: string) => gunzipSync(readFileSync(new URL(path, ROOT))).toString();
const records = example("examples/memory-leak.plimsoll.ndjson.gz").split("\n");
const [, first = ""] = records;
const { summary, pods } = JSON.parse(records.find((line) => line.includes('"pods":')) ?? first);
const klog = (line: number, said: string) =>
  `W0412 09:28:14.74459${line}   14260 eviction_manager.go:33${line}] "Eviction manager: ${said}`;

/** Each ends in a newline. */
const INPUTS = {
  capture: `${records.slice(0, 12).join("\n")}\n`,
  summary: `${JSON.stringify(summary, null, 1)}\n`,
  pods: `${JSON.stringify(pods, null, 1)}\n`,
  configuration: "kind: KubeletConfiguration\nevictionHard:\n  memory.available: 300Mi\n",
  objects: example("examples/shop.cluster.json.gz"),
  journal: [
    klog(0, '" log="observations" signal="memory.available" available="90Mi" capacity="4Gi"'),
    klog(1, 'attempting to reclaim" resourceName="memory"'),
    klog(2, 'pods ranked for eviction" pods=["shop/cart","shop/report"]'),
    klog(3, 'pod is evicted successfully" pod="shop/cart"\n'),
  ].join("\n"),
  kernelLog: readFileSync(new URL("test/oom/dumps/kvm-5.3-memcg.txt", ROOT), "utf8"),
  events:
    "LAST SEEN   TYPE      REASON    OBJECT       MESSAGE\n" +
    "5m          Warning   Evicted   pod/cart-1   The node was low on resource: memory. \n" +
    "3m          Warning   Evicted   pod/cart-2   The node had condition: [MemoryPressure]. \n",
} as const;
type Input = keyof typeof INPUTS;

const BYTE_ORDER_MARK = "\ufeff";
const half = (text: string) => text.indexOf("\n", text.length / 2) + 1;
const FORMS: readonly (readonly [name: string, of: (text: string) => string | Uint8Array])[] = [
  ["without a final newline", (text) => text.replace(/\n$/, "")],
  ["with CRLF", (text) => text.replaceAll("\n", "\r\n")],
  ["with CRLF, without the last", (text) => text.replace(/\n$/, "").replaceAll("\n", "\r\n")],
  ["with a byte order mark", (text) => BYTE_ORDER_MARK + text],
  ["with an empty line at its end", (text) => `${text}\n`],
  ["with spaces at its end", (text) => text.replace(/\n$/, "   \n")],
  ["as gzip", (text) => gzipSync(text)],
  ["as gzip, without a final newline", (text) => gzipSync(text.replace(/\n$/, ""))],
  [
    "as gzip of two members",
    (text) =>
      Buffer.concat([gzipSync(text.slice(0, half(text))), gzipSync(text.slice(half(text)))]),
  ],
];

/** `@name` is the path of an input. */
const COMMANDS: readonly string[] = [
  "explain @capture",
  "explain @capture --output json",
  "explain @capture --output html",
  "replay @capture",
  "replay @capture --output ndjson",
  "oom @capture --output json",
  "advise @capture --output json",
  "sweep @capture --vary evictionHard.memory.available=100Mi,4Gi --output json",
  "diff @capture --config @configuration --output json",
  "capture verify @capture",
  "capture reduce @capture --out -",
  "capture export --openmetrics @capture --out -",
  "explain --summary @summary --pods @pods --output json",
  "replay --summary @summary --pods @pods --config @configuration --output ndjson",
  "oom --summary @summary --pods @pods --output json",
  "check @configuration --output json",
  "schedule --objects @objects --output json",
  "drain worker-1 --objects @objects --output json",
  "admit --objects @objects --pod shop/catalog-jpnpd85zth-ntf7m --output json",
  "simulate --objects @objects --output json",
  "replay --journal @journal",
  "capture import --journal @journal --out -",
  "oom @kernelLog --output json",
  "explain --events @events --output json",
  "explain --pod-status @events --output json",
];

async function answered(words: string, of: (text: string) => string | Uint8Array) {
  const own = join(folder, "form");
  mkdirSync(own, { recursive: true });
  const given = words.split(" ").map((word) => {
    if (!word.startsWith("@")) return word;
    const path = join(own, word.slice(1));
    writeFileSync(path, of(INPUTS[word.slice(1) as Input]));
    return path;
  });
  return commandLine(given);
}

describe.each(COMMANDS)("plimsoll %s", (words) => {
  it("answers alike, whatever the form of what it reads", async () => {
    const whole = await answered(words, (text) => text);
    expect(whole.stdout).not.toBe("");
    for (const [name, of] of FORMS) {
      expect([name, await answered(words, of)]).toEqual([name, whole]);
    }
  });
});
