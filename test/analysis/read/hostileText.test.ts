/**
 * Texts that make a search begin again at each character are read as quickly as others.
 *
 * @module-tag long
 */
import { describe, expect, it } from "vitest";
import { BundleReader } from "../../../analysis/read/bundle/findings.ts";
import { placed } from "../../../analysis/read/bundle/layouts.ts";
import { LogClock } from "../../../analysis/read/journal/clock.ts";
import { LoggedPolicy } from "../../../analysis/read/journal/loggedPolicy.ts";
import { PassReader } from "../../../analysis/read/journal/passes.ts";
import { messagesIn } from "../../../analysis/read/messages/message.ts";

const MEBIBYTE = 2 ** 20;
/** Each took half a minute or more, which a busy machine alone does not explain. */
const MILLISECONDS_MAX = 60_000;

function filled(part: string, length = MEBIBYTE): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

const READINGS: readonly (readonly [name: string, read: () => unknown])[] = [
  ["a message of backslashes", () => messagesIn(filled("\\"))],
  [
    "a line that begins the same words again and again",
    () => passesOf([filled("garbage collect")]),
  ],
  [
    "a list of thresholds that never ends",
    () => new LoggedPolicy().start(filled('"HardEvictionThresholds":[')),
  ],
  [
    "five hundred members of a folder of sosreport",
    () => {
      for (let count = 0; count < 500; count++) {
        placed(`sos_commands/${"a/".repeat(100)}${filled("_get_", 800)}`);
      }
    },
  ],
  [
    "a pass with a line for each of many pods",
    () => passesOf(lines("pod is evicted successfully")),
  ],
  ["a pass with many critical pods", () => passesOf(lines("cannot evict a critical pod"))],
];

function lines(said: string): string[] {
  const of = (index: number) =>
    `I0115 10:00:00.000000    1 e.go:1] "Eviction manager: ${said}" pod="a/b${index}"`;
  return Array.from({ length: 60_000 }, (_, index) => of(index));
}

function passesOf(log: readonly string[]) {
  const reader = new PassReader(new LogClock(BigInt(Date.UTC(2026, 11, 31)) * 1_000_000n));
  const items = log.flatMap((line, index) => reader.take(line, index + 1));
  return { passes: [...items, ...reader.end()], unknown: reader.unknown };
}

describe("a text that is made to keep a reader busy", () => {
  it.each(READINGS)("is read in its turn: %s", (_, read) => {
    const begun = performance.now();
    read();
    expect(performance.now() - begun).toBeLessThan(MILLISECONDS_MAX);
  });
});

describe("a pass with more lines than a kubelet writes", () => {
  it("has the first of them, and the others are counted as not understood", () => {
    const { passes, unknown } = passesOf(lines("pod is evicted successfully"));
    expect(passes).toMatchObject([{ pass: { evicted: { length: 10_000 } } }]);
    expect(unknown?.count).toBe(50_000);
  });

  it("has a pod once of which two lines tell", () => {
    const [first = ""] = lines("pod is evicted successfully");
    const evicting = 'I0115 10:00:00.000000    1 k.go:1] "Evicting pod" pod="a/b0" message="low"';
    expect(passesOf([evicting, first]).passes).toMatchObject([
      { pass: { evicted: [{ namespace: "a", name: "b0", message: "low", failure: null }] } },
    ]);
  });
});

it("takes pods alone from a list of a bundle whose node has a Summary", () => {
  const reader = new BundleReader("hostile");
  const pod = { spec: { nodeName: "w" } };
  const encoded = (value: object) => new TextEncoder().encode(JSON.stringify(value));
  const members = {
    "bundle/cluster-resources/pods/shop.json": { items: [null, 7, { spec: null }, pod] },
    "bundle/node-metrics/w.json": { node: {} },
  };
  for (const [path, content] of Object.entries(members)) reader.take(path, encoded(content));
  const { pods } = reader.findings().documentsOf("w") ?? {};
  expect(JSON.parse(new TextDecoder().decode(pods)).items).toEqual([pod]);
});
