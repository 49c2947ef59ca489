import { beforeEach, describe, expect, it } from "vitest";
import { RELEASES } from "../../../analysis/engine/contract/releases.ts";
import type { PodAdmitResult } from "../../../analysis/engine/decision.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { replay } from "../../../analysis/questions/replay/replay.ts";
import { readable, withoutRanking } from "../../../analysis/read/readable.ts";
import { formatRelease } from "../../../analysis/text/release.ts";
import { Action, Admission, Detail, Part, Status } from "../../../assembly/abi.ts";
import { decode, encode } from "../chunks.ts";
import {
  at,
  BROKEN_SUMMARY,
  CONFIGURATIONS,
  newEngine,
  POD_LISTS,
  SUMMARIES,
  said,
  step,
} from "./scene.ts";

const NOBODY = { namespace: "shop", name: "nobody" };
const MAIL = { namespace: "shop", name: "mail" };
const NO_SUCH_POD = "Pod: no such pod in the pod list";
const NO_STEP = "OutOfOrder: no step has been taken; call observe first";
const MISSED =
  "OutOfOrder: the last observation had no Summary, so nothing was ranked; observe one first";
const DETAILS = [Detail.Decision, Detail.Arithmetic, Detail.Counterfactuals] as const;

let engine: EvictionEngine;

beforeEach(() => {
  engine = newEngine();
  engine.configure(CONFIGURATIONS.plain);
  engine.pods(POD_LISTS.both);
});

const reports = () => DETAILS.map((detail) => engine.report(detail).text);

it("follows the newest release for a kubelet that is newer", () => {
  const policy = engine.configure({ plimsoll: { kubeletVersion: "v1.99.0" } });
  expect(policy.kubeletVersion).toBe(formatRelease(RELEASES.eviction.newest));
});

describe("a question about a pod that is not there", () => {
  it("is refused, and says so", () => {
    step(engine, "shortOfMemory", 10);
    expect(said(() => engine.explain(NOBODY))).toBe(NO_SUCH_POD);
    expect(said(() => engine.explain({ uid: "uid-till" }))).toBe(NO_SUCH_POD);
    expect(() => engine.explain(NOBODY)).toThrow(
      expect.objectContaining({ status: Status.NotFound }),
    );
  });

  it("leaves the decision of the step to later reports, in every detail", () => {
    expect(step(engine, "shortOfMemory", 10)).toBe(Action.EvictPod);
    const before = reports();
    expect(said(() => engine.explain(NOBODY))).toBe(NO_SUCH_POD);
    expect(reports()).toEqual(before);
  });

  it("leaves the digest of the step", () => {
    step(engine, "quiet", 0);
    const { digest } = engine.report().parse();
    expect(digest).toMatch(/^[0-9a-f]{16}$/);
    said(() => engine.explain(NOBODY));
    said(() => engine.explain(NOBODY));
    expect(engine.report().parse().digest).toBe(digest);
  });

  it("leaves the answer about a pod that is there", () => {
    step(engine, "shortOfMemory", 10);
    const before = engine.explain(MAIL).text;
    said(() => engine.explain(NOBODY));
    expect(engine.explain(MAIL).text).toBe(before);
    expect(engine.report(Detail.Counterfactuals).parse()).toHaveProperty("subject");
  });

  it("leaves a step that waits for its reclaim where it is", () => {
    engine.observe(SUMMARIES.fullDisk, at(30));
    said(() => engine.explain(NOBODY));
    expect(engine.report().parse().action).toBe("ReclaimNodeLevelResources");
    expect(engine.reclaimed(SUMMARIES.quiet)).toBe(Action.None);
  });

  it("leaves the answer to another question", () => {
    step(engine, "quiet", 0);
    expect(engine.admit({ spec: {} })).toBe(Admission.Admitted);
    said(() => engine.explain(NOBODY));
    expect(engine.report<PodAdmitResult>().parse().plimsoll).toBe("pod-admit/1");
  });
});

describe("a reclaim after which nothing is known", () => {
  it("is assumed to free nothing, and marked for people", () => {
    engine.observe(SUMMARIES.fullDisk, at(30));
    engine.reclaimedNothing();
    expect(readable(engine.report())).toMatchObject({
      reclaimSufficient: false,
      reclaimAssumed: true,
    });
    expect(withoutRanking(engine.report(Detail.Arithmetic)).reclaimAssumed).toBe(true);
    expect(engine.report().text).not.toContain("reclaimAssumed");
  });

  it("is not assumed where a Summary follows", () => {
    engine.observe(SUMMARIES.fullDisk, at(30));
    engine.reclaimed(SUMMARIES.fullDisk);
    expect(readable(engine.report())).not.toHaveProperty("reclaimAssumed");
  });

  it("is not assumed of the next step", () => {
    engine.observe(SUMMARIES.fullDisk, at(30));
    engine.reclaimedNothing();
    engine.observe(SUMMARIES.quiet, at(50));
    expect(readable(engine.report())).not.toHaveProperty("reclaimAssumed");
  });
});

describe("a refusal is reported once, and then the report is what it was", () => {
  const refusals: readonly [string, () => unknown][] = [
    ["a configuration", () => engine.configure("{")],
    ["a PodList", () => engine.pods("{")],
    ["a Summary after reclaim", () => engine.reclaimed("{}")],
    ["a Pod", () => engine.admit("{")],
    ["a state", () => engine.restore(encode("state"))],
    ["a snapshot", () => engine.thaw(encode("snapshot"))],
  ];

  it.each(refusals)("of %s", (_, refused) => {
    step(engine, "shortOfMemory", 10);
    const before = reports();
    expect(refused).toThrow();
    expect(reports()).toEqual(before);
    expect(said(() => engine.explain(MAIL))).toMatchObject({ bytes: expect.anything() });
  });

  it.each([
    ["saves its state", () => engine.save()],
    ["freezes its pods", () => engine.freeze(Part.Pods)],
  ])("also when the engine %s in between", (_, call) => {
    step(engine, "shortOfMemory", 10);
    const before = engine.report().text;
    said(() => engine.explain(NOBODY));
    call();
    expect(engine.report().text).toBe(before);
  });

  it("of a report that is too large, which a shorter one is not", () => {
    const name = "n".repeat(1000);
    const items = Array.from({ length: 4000 }, (_, uid) => ({
      metadata: { namespace: "shop", name, uid: `${uid}` },
      spec: { containers: [] },
    }));
    engine.pods({ items });
    engine.observe(SUMMARIES.shortOfMemory, at(10));
    const { digest } = engine.report().parse();
    const sentence = "OutputTooLarge: the answer does not fit the output region";
    expect(said(() => engine.report(Detail.Arithmetic))).toBe(sentence);
    expect(engine.report().parse().digest).toBe(digest);
  });
});

describe("what is not there any more is not answered from what took its place", () => {
  const losses: readonly [string, () => unknown][] = [
    ["a Summary that was refused half way", () => said(() => engine.observe(BROKEN_SUMMARY, 0n))],
    ["a state that was restored", () => engine.restore(engine.save())],
    ["pods that were thawed", () => engine.thaw(engine.freeze(Part.Pods))],
    ["a Summary that was thawed", () => engine.thaw(engine.freeze(Part.Summary))],
  ];

  it.each(losses)("the step before %s", (_, lose) => {
    step(engine, "shortOfMemory", 10);
    lose();
    expect(said(() => engine.report())).toBe(NO_STEP);
    expect(said(() => engine.explain(MAIL))).toBe(NO_STEP);
    expect(said(() => engine.reclaimed(null))).toMatch(/^OutOfOrder: no step is suspended/);
  });

  it("the step before one without a Summary: the report says that it was missed", () => {
    step(engine, "shortOfMemory", 10);
    const { step: number, nodeConditions } = engine.report().parse();
    engine.missed(at(20));
    const texts = reports();
    expect(new Set(texts).size).toBe(1);
    expect(engine.report().parse()).toMatchObject({
      time: "2026-11-20T10:00:20Z",
      step: number,
      action: "None",
      missed: true,
      nodeConditions,
      evictions: [],
      digest: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(said(() => engine.explain(MAIL))).toBe(MISSED);
    expect(said(() => engine.reclaimed(null))).toMatch(/^OutOfOrder: no step is suspended/);
  });

  it("anything, of an engine that was asked nothing", () => {
    expect(said(() => newEngine().report())).toBe(NO_STEP);
  });
});

describe("configuring", () => {
  it("keeps the pods and the last Summary, and starts everything else again", () => {
    step(engine, "shortOfMemory", 10);
    engine.configure(CONFIGURATIONS.old);
    expect(said(() => engine.explain(MAIL))).toBe(NO_STEP);
    engine.observe(null, at(20));
    const kept = engine.report(Detail.Counterfactuals);

    const fresh = newEngine();
    fresh.configure(CONFIGURATIONS.old);
    fresh.pods(POD_LISTS.both);
    fresh.observe(SUMMARIES.shortOfMemory, at(20));
    expect(kept.text).toBe(fresh.report(Detail.Counterfactuals).text);
    expect(kept.parse()).toMatchObject({ step: 1, action: "EvictPod" });
  });

  it("keeps nothing of a what-if: its evicted pods are there again", () => {
    const observed = () => {
      step(engine, "stillShort", 20);
      return engine
        .report()
        .parse()
        .evictions.map(({ name }) => name);
    };
    engine.configure(CONFIGURATIONS.plain);
    const before = observed();
    engine.configure(CONFIGURATIONS.whatIf);
    step(engine, "shortOfMemory", 10);
    expect(
      engine
        .report()
        .parse()
        .evictions.map(({ name }) => name),
    ).toEqual(before);
    expect(observed()).not.toEqual(before);
    const frozen = engine.freeze(Part.Pods);
    engine.configure(CONFIGURATIONS.plain);
    expect(observed()).toEqual(before);
    engine.configure(CONFIGURATIONS.plain);
    engine.thaw(frozen);
    expect(observed()).toEqual(before);
  });

  it("does not bring the pods of one capture into the replay of another", async () => {
    const summary = encode(JSON.stringify(SUMMARIES.shortOfMemory));
    const record = { time: at(10), line: 2, others: new Map(), summary };
    const configuration = JSON.stringify(CONFIGURATIONS.plain);
    const actions: Action[] = [];
    for await (const { action } of replay(engine, configuration, [record])) actions.push(action);
    expect(actions).toEqual([Action.None]);
    expect(said(() => engine.explain(MAIL))).toBe(NO_SUCH_POD);
  });
});

describe("a record that is read where the engine takes it", () => {
  const placed = (members: string) => {
    const line = encode(`{"time":"2026-11-20T10:00:00Z",${members}}`);
    const place = engine.place();
    place.set(line);
    return engine.record(place.subarray(0, line.length));
  };
  const summary = JSON.stringify(SUMMARIES.quiet);
  const alone = () => placed(`"summary":${summary}`).get("summary") ?? new Uint8Array(0);

  it("keeps its Summary until the next but one is written", () => {
    const first = alone();
    engine.observe(first, at(0));
    const second = alone();
    engine.observe(second, at(10));
    expect([first, second].map(decode)).toEqual([summary, summary]);
    engine.place();
    expect(decode(first)).not.toContain("node");
    expect(decode(second)).toBe(summary);
  });

  it.each([
    ["before its Summary", `"pods":${JSON.stringify(POD_LISTS.both)},"summary":${summary}`],
    ["after its Summary", `"summary":${summary},"pods":${JSON.stringify(POD_LISTS.both)}`],
  ])("is a copy where it has a list of pods %s", (_, members) => {
    const record = placed(members);
    engine.pods(record.get("pods") ?? "");
    engine.observe(record.get("summary") ?? "", at(0));
    expect(decode(record.get("summary"))).toBe(summary);
  });
});
