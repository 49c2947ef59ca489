import { describe, expect, it } from "vitest";
import type { Eviction } from "../../../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../../../analysis/engine/evictionEngine.ts";
import { formatTime } from "../../../../../analysis/text/time.ts";
import { GuardRailReports } from "../../../../../hosts/daemon/acting/guardRailReports.ts";
import { KubernetesCluster } from "../../../../../hosts/daemon/actuators/kubernetes/cluster.ts";
import { outcomeOfFailure } from "../../../../../hosts/daemon/actuators/kubernetes/outcome.ts";
import { KubeletPolicy } from "../../../../../hosts/daemon/kubelet/kubeletPolicy.ts";
import { transportError } from "../../../../../hosts/daemon/kubernetes/apiError.ts";
import type { ApiClient } from "../../../../../hosts/daemon/kubernetes/client.ts";
import { CORE, HandClock } from "../../loop/scene.ts";

const clock = new HandClock();
const KUBELET = { evictionHard: { "memory.available": "500Mi" } };

/** The questions about node n; `answer` is what every request of an object is answered with. */
function clusterOf(answer: (...asked: readonly unknown[]) => Promise<object>): KubernetesCluster {
  const client = { origin: "https://api", getObject: answer, requestObject: answer };
  return new KubernetesCluster({
    client: client as unknown as ApiClient,
    node: "n",
    kubelet: new KubeletPolicy({
      newEngine: () => new EvictionEngine(CORE),
      clock,
      isSoleEvictor: false,
      configz: async () => KUBELET,
      jsonOf: async (configuration) => JSON.stringify(configuration),
    }),
    namespace: "plimsoll",
    identity: "us",
    clock,
    dryRun: false,
    guardRailReports: new GuardRailReports(() => {}),
  });
}

describe("the Lease of the node", () => {
  it.each([
    [0, null],
    [30, null],
    [40, "Lease plimsoll/plimsoll-n was renewed too late: it ends in 10 s"],
    [90, "Lease plimsoll/plimsoll-n was renewed too late: it ends in 0 s"],
  ])("counts from when its renewal was sent, %i s before the answer", async (seconds, reason) => {
    const spec = { holderIdentity: "us", leaseDurationSeconds: 50 };
    const cluster = clusterOf(async () => {
      await clock.sleep(seconds * 1000);
      return { metadata: { resourceVersion: "1" }, spec };
    });
    expect(await cluster.otherDaemon()).toBe(reason);
  });
});

describe("a Lease that was just taken", () => {
  it("does not vouch for what was measured before", async () => {
    const spec = { holderIdentity: "us", leaseDurationSeconds: 50 };
    const versions: string[] = [];
    const cluster = clusterOf(async () => {
      // The other holder has given it back; every write is ours.
      versions.push(`${versions.length}`);
      const holderIdentity = versions.length === 1 ? "" : "us";
      const metadata = { resourceVersion: `${versions.length}` };
      return { metadata, spec: { ...spec, holderIdentity } };
    });
    const late =
      "Lease plimsoll/plimsoll-n was taken after the node was measured, " +
      "and its holder may have acted since";
    const second = 1_000_000_000n;
    expect(await cluster.otherDaemon(second)).toBe(late);
    await clock.sleep(10_000);
    expect(await cluster.otherDaemon(11n * second)).toBe(late);
    expect(await cluster.otherDaemon(9n * second)).toBeNull();
  });
});

describe("the Lease of a daemon that is about to end", () => {
  const held = { holderIdentity: "us", leaseDurationSeconds: 50 };

  it.each([
    ["given back at once", false, ""],
    ["kept while an eviction is not answered", true, "us"],
  ])("is %s, and not taken again", async (_, isSent, holder) => {
    const written: unknown[] = [];
    const cluster = clusterOf(async (...asked: readonly unknown[]) => {
      const request = asked[0] as { body?: { spec: { holderIdentity: string } } } | string;
      if (typeof request === "object" && request.body !== undefined)
        written.push(request.body.spec.holderIdentity);
      return { metadata: { resourceVersion: "1" }, spec: held };
    });
    expect(await cluster.otherDaemon()).toBeNull();
    cluster.end(isSent);
    await new Promise(setImmediate);
    expect(written.at(-1)).toBe(holder);
    expect(await cluster.otherDaemon()).toBe("this daemon is about to end");
    expect(written.at(-1)).toBe(holder);
  });
});

describe("the kubelet's own thresholds", () => {
  const files = { time: formatTime(clock.now()), capacityBytes: 1e11, availableBytes: 9e10 };
  const summaryOf = (availableBytes: number, runtime: object) => {
    const memory = { time: files.time, availableBytes, workingSetBytes: 8e9 };
    const node = { nodeName: "n", memory, fs: files, ...runtime };
    return Buffer.from(JSON.stringify({ node, pods: [] }));
  };
  const IMAGES = { runtime: { imageFs: files } };

  it.each([
    ["enough", 1e9, IMAGES, null],
    ["too little", 5e7, IMAGES, "the kubelet's own memory.available<500Mi is met"],
    // A kubelet that found its layout before goes on, and evicts.
    ["no imageFs", 5e7, {}, "whether the kubelet evicts is not known: the layout of the file"],
  ])("are evaluated on a Summary with %s", async (_, available, runtime, reason) => {
    const summary = summaryOf(available, runtime);
    const measured = { configurationJson: "{}", summary, time: clock.now() };
    const said = await clusterOf(async () => ({})).kubeletPressure(measured);
    if (reason === null) expect(said).toBeNull();
    else expect(said).toContain(reason);
  });
});

describe("an eviction without an answer", () => {
  const eviction = { namespace: "shop", name: "cart" } as Eviction;

  it.each([
    ["connect", "ECONNREFUSED", undefined],
    ["connect", "EHOSTUNREACH", undefined],
    ["getaddrinfo", "ENOTFOUND", undefined],
    ["read", "ECONNRESET", true],
    ["write", "EPIPE", true],
  ])("may have been made once it was sent: %s %s", (syscall, code, unknown) => {
    const error = transportError("POST", Object.assign(new Error(code), { syscall, code }));
    const outcome = outcomeOfFailure(error, eviction, "eviction");
    expect([outcome.done, outcome.unknown]).toEqual([false, unknown]);
  });
});
