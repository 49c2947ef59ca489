/** @module-tag long */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../../../analysis/engine/evictionEngine.ts";
import { changedCapture } from "../../../../../analysis/questions/change/changedPods.ts";
import type { PodChange } from "../../../../../analysis/questions/change/podChange.ts";
import { replay } from "../../../../../analysis/questions/replay/replay.ts";
import type { CaptureHeader } from "../../../../../analysis/read/capture/capture.ts";
import { recognize, together } from "../../../../../analysis/read/recognize/given.ts";
import { Detail } from "../../../../../assembly/abi.ts";
import { openLink, share } from "../../../../../hosts/browser/features/share/worker.ts";
import { readScenario, type Scenario } from "../../../../../hosts/browser/session/scenario.ts";
import { Turns } from "../../../../../hosts/browser/session/turns.ts";
import { sentenceAbout } from "../../../../../hosts/browser/session/words.ts";
import { policyJson } from "../../../../../hosts/browser/worker/policyJson.ts";
import { exampleGzip, exampleLines } from "../../../../browser/documents.ts";

const core = new WebAssembly.Module(
  readFileSync(new URL("../../../../../dist/plimsoll-eviction.wasm", import.meta.url)),
);
const NAMES = ["memory-leak", "soft-oscillation", "image-gc-insufficient", "inode-storm"];
const bytesOf = (name: string) => new Uint8Array(exampleGzip(name));

async function captureOf(name: string, content = new Blob([bytesOf(name)])) {
  const { capture } = together([await recognize({ name, content })]);
  return capture ?? expect.fail("It is not a capture.");
}

const work = () => ({
  engine: new EvictionEngine(core),
  turns: new Turns(() => true),
  progress: () => {},
});
const sharedOf = async (name: string, scenario: Scenario, key: string | null) =>
  share(await captureOf(name), { scenario, key }, work());

async function linkedOf(name: string, scenario: Scenario, key: string | null) {
  const { fragment } = await sharedOf(name, scenario, key);
  return openLink(fragment ?? expect.fail("There is no link."));
}

interface Outcome {
  readonly thresholds: unknown;
  readonly conditions: readonly string[];
  readonly uids: readonly string[];
}

/** What every step decides, without what has a name. */
async function outcomes(content: Blob, scenario: Scenario): Promise<Outcome[]> {
  const capture = await (await captureOf("capture", content)).open();
  const text =
    scenario.configuration ??
    JSON.stringify({ kind: "KubeletConfiguration", ...(capture.header as CaptureHeader).config });
  const { json } = policyJson(
    { text, options: { whatIf: scenario.whatIf ?? false } },
    capture.options,
  );
  const { records } = changedCapture(capture, scenario.podChanges ?? []);
  const found: Outcome[] = [];
  for await (const step of replay(new EvictionEngine(core), json, records)) {
    const decision = step.decision(Detail.Arithmetic)?.parse() as Decision;
    found.push({
      thresholds: decision.thresholds,
      conditions: decision.nodeConditions,
      uids: decision.evictions.map(({ uid }) => uid),
    });
  }
  return found;
}

/** The first pod that goes, as the page would have it changed. */
async function firstEvicted(name: string): Promise<string> {
  const content = new Blob([bytesOf(name)]);
  const all = await outcomes(content, {});
  return all.flatMap(({ uids }) => uids)[0] ?? expect.fail(`${name} evicts nothing.`);
}

describe.each(NAMES)("%s, shared", (name) => {
  it.each([
    ["as it is", null],
    ["anonymised", "a key"],
  ])("%s, decides what it decided, in a link and in a file", async (_, key) => {
    const configuration = "--eviction-hard=memory.available<1Gi --kube-reserved=memory=100Mi";
    const scenario: Scenario = { configuration, whatIf: true };
    const before = await outcomes(new Blob([bytesOf(name)]), scenario);
    const { fragment, file } = await sharedOf(name, scenario, key);
    const linked = await openLink(fragment ?? expect.fail("There is no link."));
    const after = await outcomes(linked.document.content, linked.scenario);
    const shape = (all: readonly Outcome[]) =>
      all.map(({ uids, ...rest }) => ({ ...rest, evicted: uids.length }));
    expect(shape(after)).toEqual(shape(before));
    expect(await outcomes(file, linked.scenario)).toEqual(after);
    if (key === null) expect(after).toEqual(before);
  });

  it("anonymised, has no name of the capture in it", async () => {
    const secret = "kind: KubeletConfiguration # of customer ACME\nclusterDomain: acme.example\n";
    const uid = await firstEvicted(name);
    const scenario = {
      name: "acme.gz",
      configuration: secret,
      comparedWith: `${secret}# A of acme\n`,
      pod: { namespace: "a", name, uid },
    };
    const { document } = await linkedOf(name, scenario, "a key");
    const text = await document.content.text();
    expect(text).not.toMatch(/acme/i);
    for (const each of namesIn(exampleLines(name))) expect(text).not.toContain(`"${each}"`);
  });
});

/** Every name and uid in the documents of a capture. */
function namesIn(lines: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const line of lines.slice(1)) {
    JSON.parse(line, (member, value) => {
      if (/^(?:name|namespace|uid|nodeName)$/.test(member)) found.add(value);
      return value;
    });
  }
  // What the policy itself compares with keeps its name.
  return [...found].filter((each) => !/^(?:kubelet|pods|runtime)$/.test(each));
}

describe("changed pods, anonymised", () => {
  it("are the same pods under their pseudonyms, changed alike", async () => {
    const uid = await firstEvicted("memory-leak");
    const changes: readonly PodChange[] = [
      { uid, usagePercent: 50, containers: { cart: { memory: "2391Mi" } } },
    ];
    const before = await outcomes(new Blob([bytesOf("memory-leak")]), { podChanges: changes });
    const { document, scenario } = await linkedOf("memory-leak", { podChanges: changes }, "a key");
    const after = await outcomes(document.content, scenario);
    expect(before.flatMap(({ uids }) => uids)).not.toContain(uid);
    expect(after.map(({ uids }) => uids.length)).toEqual(before.map(({ uids }) => uids.length));
    const [change] = scenario.podChanges ?? [];
    expect(change).toMatchObject({ usagePercent: 50 });
    expect(change?.uid).not.toBe(uid);
    expect(Object.values(change?.containers ?? {})).toEqual([{ memory: "2391Mi" }]);
    expect(await document.content.text()).toContain(`"uid":"${change?.uid}"`);
  });

  it("have other pseudonyms under another key", async () => {
    const pod = { namespace: "shop", name: "cart", uid: "u" };
    const of = async (key: string) => (await linkedOf("memory-leak", { pod }, key)).scenario.pod;
    expect(await of("one")).toEqual(await of("one"));
    expect(await of("one")).not.toEqual(await of("two"));
  });
});

describe("an example, shared", () => {
  it("is named in the link, and whole in the file", async () => {
    const window = { from: "2026-01-15T10:04:00.000Z", to: "2026-01-15T10:06:00.000Z" };
    const moment = "2026-01-15T10:05:00.000Z";
    const scenario: Scenario = { example: "memory-leak", moment, window };
    const { fragment, file } = await sharedOf("memory-leak", scenario, "a key");
    expect(fragment?.length).toBeLessThan(400);
    expect((await openLink(fragment ?? "")).scenario).toEqual(scenario);
    expect((await outcomes(file, {})).length).toBe(112);
  });
});

describe("a window of time in a scenario", () => {
  const [from, to] = ["2026-01-15T10:04:00Z", "2026-01-15T10:06:00Z"];

  it.each([
    ["ends before it begins", { from: to, to: from }],
    ["has no width", { from, to: from }],
    ["has no end", { from }],
    ["is not in RFC 3339", { from: "10:04", to: "10:06" }],
    ["is a text", `${from}/${to}`],
  ])("is left out, and named, when it %s", (_, window) => {
    expect(readScenario({ window })).toEqual({ scenario: {}, leftOut: ["window"] });
  });

  it("is read otherwise", () => {
    expect(readScenario({ window: { from, to } }).scenario).toEqual({ window: { from, to } });
  });
});

describe("the configuration that is compared with", () => {
  const text = "--eviction-hard=memory.available<1Gi --kube-reserved=memory=100Mi # of ACME";

  it("is handed on letter by letter when names stay as they are", async () => {
    const scenario: Scenario = { comparedWith: text };
    expect((await linkedOf("memory-leak", scenario, null)).scenario).toEqual(scenario);
  });

  it.each(NAMES)("decides %s as before once it is anonymous", async (name) => {
    const flags = "--eviction-hard=memory.available<1Gi,nodefs.inodesFree<20%";
    const before = await outcomes(new Blob([bytesOf(name)]), { configuration: flags });
    const { document, scenario } = await linkedOf(name, { comparedWith: flags }, "a key");
    const configuration = scenario.comparedWith ?? expect.fail("There is no A.");
    const after = await outcomes(document.content, { configuration });
    const shape = (all: readonly Outcome[]) => all.map(({ uids, ...rest }) => [rest, uids.length]);
    expect(shape(after)).toEqual(shape(before));
  });

  it.each([
    ["a capture", {}],
    ["an example", { example: "memory-leak" }],
  ])("has no comment left in the link of %s", async (_, rest) => {
    const { document, scenario } = await linkedOf(
      "memory-leak",
      { ...rest, comparedWith: "evictionHard: {memory.available: 1Gi} # of ACME\n" },
      "a key",
    );
    expect(await document.content.text()).not.toMatch(/acme/i);
    expect(scenario.comparedWith).toContain("memory.available: 1Gi");
  });

  it.each([
    ["as it is", null],
    ["anonymised", "a key"],
  ])("stays the recorded one when it is that, shared %s", async (_, key) => {
    const scenario: Scenario = { comparedWith: null };
    expect((await linkedOf("memory-leak", scenario, key)).scenario).toEqual(scenario);
  });

  it("stays refused by the engine when it was", async () => {
    const comparedWith = "kind: KubeletConfiguration\nevictionHard: {memory.available: lots}\n";
    const { document, scenario } = await linkedOf("memory-leak", { comparedWith }, "a key");
    const configuration = scenario.comparedWith ?? expect.fail("There is no A.");
    await expect(outcomes(document.content, { configuration })).rejects.toThrow(
      /quantities must match/,
    );
  });

  it.each([5, ["kind: KubeletConfiguration"], {}])("is left out when it is %j", (comparedWith) => {
    const read = readScenario({ configuration: "maxPods: 9", comparedWith });
    expect(read.scenario).toEqual({ configuration: "maxPods: 9" });
    expect(sentenceAbout(read)).toBe(
      "Of the scenario in the header, comparedWith cannot be read and is left out.",
    );
  });
});

describe.each([
  ["configuration", /^the configuration:1:\d/],
  ["comparedWith", /^configuration A:1:\d/],
])("a text that cannot be read, as the member %s", (member, place) => {
  const scenario: Scenario = { [member]: "a: [" };
  it("cannot be made anonymous, and says where it is wrong", async () => {
    await expect(sharedOf("memory-leak", scenario, "a key")).rejects.toThrow(place);
  });

  it("can be shared as it is", async () => {
    expect((await linkedOf("memory-leak", scenario, null)).scenario).toEqual(scenario);
  });
});
