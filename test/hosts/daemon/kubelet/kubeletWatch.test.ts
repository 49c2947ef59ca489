import { beforeEach, describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { KubeletConfiguration } from "../../../../analysis/read/kubelet/configuration.ts";
import { GuardRailReports } from "../../../../hosts/daemon/acting/guardRailReports.ts";
import { KubeletPolicy } from "../../../../hosts/daemon/kubelet/kubeletPolicy.ts";
import { KubeletWatch } from "../../../../hosts/daemon/kubelet/kubeletWatch.ts";
import { ApiError } from "../../../../hosts/daemon/kubernetes/apiError.ts";
import type { DaemonStep } from "../../../../hosts/daemon/step.ts";
import { CORE, HandClock, LEAK } from "../loop/scene.ts";

const OURS = JSON.stringify({ evictionHard: { "memory.available": "1Gi" } });
const EARLIER = { evictionHard: { "memory.available": "100Mi" } };
const LATER = { evictionHard: { "memory.available": "2Gi" } };
const STEP = { snapshot: LEAK[0] } as unknown as DaemonStep;

let configz: KubeletConfiguration | ApiError;
let refusal: Error | null;
let reads = 0;
let clock: HandClock;
let errors: string[];
beforeEach(() => {
  configz = EARLIER;
  refusal = null;
  reads = 0;
  clock = new HandClock();
  errors = [];
});

async function kubeletPolicy(): Promise<KubeletPolicy> {
  const kubelet = new KubeletPolicy({
    newEngine: () => new EvictionEngine(CORE),
    clock,
    isSoleEvictor: false,
    jsonOf: async (configuration) => JSON.stringify(configuration),
    async configz() {
      reads += 1;
      if (configz instanceof ApiError) throw configz;
      return configz;
    },
  });
  // As it is read at the start of a run.
  await kubelet.configuration();
  return kubelet;
}

async function watchOf(derives: boolean) {
  const load = async () => {
    if (refusal !== null) throw refusal;
    return { json: JSON.stringify(configz), origins: [], notes: [] };
  };
  const watch = new KubeletWatch({
    kubelet: await kubeletPolicy(),
    guardRailReports: new GuardRailReports((sentence) => void errors.push(sentence)),
    files: null,
    derive: derives ? load : null,
  });
  watch.configured({} as never, [], { plimsoll: "capture/1" }, OURS);
  return watch;
}

/** A step, and its effects outside the loop. */
async function step(watch: KubeletWatch): Promise<void> {
  watch.step(STEP);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("the watch on the kubelet's configuration", () => {
  it("asks once a minute", async () => {
    const watch = await watchOf(false);
    await step(watch);
    await clock.sleep(59_000);
    await step(watch);
    expect(reads).toBe(1);
    await clock.sleep(1000);
    await step(watch);
    expect([reads, errors]).toEqual([2, []]);
  });

  it("says when the kubelet is given thresholds that ours are not earlier than", async () => {
    const watch = await watchOf(false);
    await step(watch);
    configz = LATER;
    await clock.sleep(60_000);
    await step(watch);
    await step(watch);
    expect(errors).toEqual([
      expect.stringMatching(
        /^The guard rail earlier-than-kubelet withholds every eviction: memory\.available<1Gi/,
      ),
    ]);
    configz = EARLIER;
    await clock.sleep(60_000);
    await step(watch);
    expect(errors[1]).toMatch(/earlier-than-kubelet no longer withholds every eviction\.$/);
  });

  it("says when the policy is replaced by one that is not earlier", async () => {
    const watch = await watchOf(false);
    await step(watch);
    watch.configured({} as never, [], { plimsoll: "capture/1" }, JSON.stringify(EARLIER));
    await step(watch);
    expect(errors).toEqual([expect.stringContaining("withholds every eviction")]);
  });

  it("says when configz cannot be read", async () => {
    const watch = await watchOf(false);
    configz = new ApiError("GET /configz has no answer", "check the address");
    await clock.sleep(60_000);
    await step(watch);
    expect(errors[0]).toContain(
      "configz cannot be read (GET /configz has no answer; check the address)",
    );
  });

  it("derives again what could not be derived, and says so once", async () => {
    const watch = await watchOf(true);
    await step(watch);
    configz = LATER;
    await clock.sleep(60_000);
    await step(watch);
    refusal = new Error("the disk is slow");
    await expect(watch.changed()).rejects.toThrow("the disk is slow");
    expect(await watch.changed()).toBeNull();
    await step(watch);
    // The policy before stays in force, and is no longer earlier.
    expect(errors).toEqual([expect.stringContaining("withholds every eviction")]);
    refusal = null;
    expect((await watch.changed())?.json).toBe(JSON.stringify(LATER));
    expect(await watch.changed()).toBeNull();
  });

  it("derives a policy again when it follows from the kubelet's", async () => {
    const watch = await watchOf(true);
    await step(watch);
    expect(await watch.changed()).toBeNull();
    configz = LATER;
    await clock.sleep(60_000);
    await step(watch);
    expect((await watch.changed())?.json).toBe(JSON.stringify(LATER));
    expect(await watch.changed()).toBeNull();
    expect(errors).toEqual([]);
  });
});
