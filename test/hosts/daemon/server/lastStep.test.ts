import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { Snapshot } from "../../../../analysis/engine/source.ts";
import { takeStep } from "../../../../analysis/engine/step.ts";
import type { CaptureHeader } from "../../../../analysis/read/capture/capture.ts";
import { Detail } from "../../../../assembly/abi.ts";
import { LastStep } from "../../../../hosts/daemon/server/lastStep.ts";
import type { DaemonStep } from "../../../../hosts/daemon/step.ts";
import { core } from "./watch.ts";

const CONFIGURATION = JSON.stringify({
  evictionHard: { "memory.available": "1Gi", "nodefs.available": "10%" },
  plimsoll: { whatIf: true, layout: { dedicatedImageFs: false, splitContainerFs: false } },
});
const HEADER: CaptureHeader = { plimsoll: "capture/1" };
const SECOND = 1_000_000_000n;
const bytes = (document: object) => Buffer.from(JSON.stringify(document));
const pods = (...names: string[]) =>
  bytes({
    kind: "PodList",
    items: names.map((name) => ({
      metadata: { namespace: "shop", name, uid: name },
      spec: { containers: [{ name: "web" }] },
    })),
  });
const summary = (memory: number, disk: number) =>
  bytes({
    node: {
      memory: { availableBytes: memory, workingSetBytes: 2 ** 33 },
      fs: { availableBytes: disk, capacityBytes: 2 ** 36 },
    },
    pods: ["cart", "shop"].map((uid, index) => ({
      podRef: { uid },
      memory: { workingSetBytes: (index + 1) * 2 ** 30 },
      "ephemeral-storage": { usedBytes: 2 ** 20 },
    })),
  });

const PLENTY = summary(2 ** 33, 2 ** 35);
const SHORT_OF_MEMORY = summary(2 ** 20, 2 ** 35);
const SHORT_OF_DISK = summary(2 ** 33, 2 ** 20);

interface Moment extends Omit<Snapshot, "time"> {
  readonly reclaimed?: Uint8Array | null;
}

/** By what the step is about; each goes on from the one before. */
const MOMENTS: readonly (readonly [string, Moment])[] = [
  ["without a list", { summary: PLENTY }],
  ["with the first list", { pods: pods("cart", "shop"), summary: PLENTY }],
  ["that evicts", { summary: SHORT_OF_MEMORY }],
  ["with a list that is refused", { pods: Buffer.from("{"), summary: SHORT_OF_MEMORY }],
  ["without a Summary", { summary: null, summaryError: "timeout" }],
  ["with a Summary that is refused", { summary: Buffer.from("[]") }],
  ["that reclaims enough", { summary: SHORT_OF_DISK, reclaimed: PLENTY }],
  ["that reclaims and sees nothing after it", { summary: SHORT_OF_DISK, reclaimed: null }],
  ["with another list", { pods: pods("shop"), summary: SHORT_OF_MEMORY }],
];

/** The engine that decides, and the last step. */
function begun() {
  const engine = new EvictionEngine(core());
  const lastStep = new LastStep(core());
  const policy = engine.configure(CONFIGURATION);
  lastStep.configured(policy, [], HEADER, CONFIGURATION);
  engine.pods('{"items":[]}');
  let now = 1_795_168_800n * SECOND;
  function take(moment: Moment): void {
    now += 10n * SECOND;
    const snapshot = { ...moment, time: now };
    const stateBefore = engine.save();
    const { problems } = takeStep(engine, snapshot);
    const { reclaimed } = moment;
    const step = {
      snapshot,
      stateBefore,
      problems,
      ...(reclaimed === undefined ? {} : { reclaimed }),
    };
    lastStep.step(step as unknown as DaemonStep);
  }
  return { engine, lastStep, take };
}

function answer(ask: () => Uint8Array): string | null {
  try {
    return Buffer.from(ask()).toString();
  } catch {
    return null;
  }
}

function text(given: Uint8Array | null): string | null {
  return given === null ? null : Buffer.from(given).toString();
}

describe("the last step, asked on an engine of its own", () => {
  it("has nothing to say before the first step, or under a new configuration", () => {
    const { lastStep, take } = begun();
    expect(lastStep.decision(Detail.Decision)).toBeNull();
    take({ summary: PLENTY });
    expect(lastStep.decision(Detail.Decision)).not.toBeNull();
    const policy = new EvictionEngine(core()).configure("{}");
    lastStep.configured(policy, [], HEADER, "{}");
    expect(lastStep.decision(Detail.Decision)).toBeNull();
  });

  it.each(MOMENTS.map(([title], index) => [title, index] as const))(
    "says what the engine that decided would say, of a step %s",
    (_, last) => {
      const { engine, lastStep, take } = begun();
      for (const [, moment] of MOMENTS.slice(0, last + 1)) take(moment);
      const before = engine.save();
      for (const detail of [Detail.Counterfactuals, Detail.Decision, Detail.Arithmetic]) {
        const asked = answer(() => engine.report(detail).bytes);
        expect(text(lastStep.decision(detail))).toBe(asked);
      }
      for (const uid of ["cart", "shop", "nobody"]) {
        expect(text(lastStep.explain({ uid }))).toBe(answer(() => engine.explain({ uid }).bytes));
      }
      expect(Buffer.from(engine.save()).equals(before)).toBe(true);
    },
  );
});
