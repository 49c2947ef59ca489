import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { GUARD_RAILS } from "../../../hosts/daemon/acting/guardRails.ts";
import { ask, type Serving, serving, servingEviction } from "./server/serving.ts";
import { observedAct } from "./server/watch.ts";

/** The samples of an exposition, by name and labels as written there. */
async function samples(served: Serving): Promise<ReadonlyMap<string, number>> {
  const { text } = await ask(served, "/metrics");
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

async function evictingStep(served: Serving) {
  const step = (await served.untilEviction()).at(-1);
  if (step?.decision === null || step === undefined) throw new Error("No step evicts.");
  return { step, decision: step.decision };
}

const MEMORY = 'eviction_signal="memory.available"';

describe("/metrics", () => {
  it("shows each signal and threshold as the last decision has them", async () => {
    const served = await servingEviction();
    const decision = JSON.parse((await ask(served, "/v1/decision")).text);
    const found = await samples(served);
    for (const { signal, available, capacity } of decision.observations) {
      const label = `eviction_signal="${signal}"`;
      expect(found.get(`plimsoll_signal_available{${label}}`)).toBe(available);
      expect(found.get(`plimsoll_signal_capacity{${label}}`)).toBe(capacity);
    }
    for (const { signal, hard, limit, met } of decision.thresholds) {
      const labels = `eviction_signal="${signal}",threshold="${hard ? "hard" : "soft"}"`;
      expect(found.get(`plimsoll_threshold_limit{${labels}}`)).toBe(limit);
      expect(found.get(`plimsoll_threshold_met{${labels}}`)).toBe(met ? 1 : 0);
    }
    expect(found.get("plimsoll_ranked_pods")).toBe(decision.ranking.length);
    expect(found.get('plimsoll_node_condition{condition="MemoryPressure"}')).toBe(1);
    expect(found.get('plimsoll_node_condition{condition="DiskPressure"}')).toBe(0);
    expect(found.get('kubelet_node_name{node="worker-3"}')).toBe(1);
    expect(found.get('plimsoll_build_info{version="1.2.3",core_sha256="ab12"}')).toBe(1);
  });

  it("forgets a threshold that is configured no more", async () => {
    const served = await serving();
    const { step, decision } = await evictingStep(served);
    const name = `plimsoll_threshold_limit{${MEMORY},threshold="hard"}`;
    served.server.step(step);
    expect((await samples(served)).has(name)).toBe(true);
    served.server.step({ ...step, decision: { ...decision, thresholds: [] } });
    expect((await samples(served)).has(name)).toBe(false);
  });

  it("counts evictions as the kubelet does: handed on, done or failed", async () => {
    const served = await serving({ acts: true });
    const { step, decision } = await evictingStep(served);
    const act = decision.evictions.map((eviction) => observedAct(eviction))[0];
    if (act === undefined) return;
    const done = { ...act, outcome: { done: true, sentence: "Evicted." } };
    const failed = { ...act, outcome: { done: false, sentence: "Refused." } };
    const withheld = { ...failed, withheldBy: "oneAtATime" };
    for (const acts of [[done], [failed], [withheld], []]) served.server.step({ ...step, acts });
    const found = await samples(served);
    expect(found.get(`kubelet_evictions{${MEMORY}}`)).toBe(2);
    expect(found.get(`plimsoll_evictions_decided_total{${MEMORY}}`)).toBe(4);
    for (const outcome of ["done", "failed", "withheld"]) {
      expect(found.get(`plimsoll_acts_total{kind="evict",outcome="${outcome}"}`)).toBe(1);
    }
    for (const { name } of GUARD_RAILS) {
      const rail = `plimsoll_acts_withheld_total{kind="evict",guard_rail="${name}"}`;
      expect(found.get(rail)).toBe(0);
    }
    const guarded = 'plimsoll_acts_withheld_total{kind="evict",guard_rail="oneAtATime"}';
    expect(found.get(guarded)).toBe(1);
  });

  it("counts no eviction while the daemon only observes", async () => {
    const found = await samples(await servingEviction());
    expect(found.has(`kubelet_evictions{${MEMORY}}`)).toBe(false);
    expect(found.get('plimsoll_acts_total{kind="evict",outcome="observed"}')).toBe(1);
  });

  it.each([
    ["emptyDirLimit", "emptydirfs.limit"],
    ["podEphemeralStorageLimit", "ephemeralpodfs.limit"],
    ["containerEphemeralStorageLimit", "ephemeralcontainerfs.limit"],
  ] as const)("calls an eviction for %s what the kubelet calls it", async (cause, signal) => {
    const served = await serving({ acts: true });
    const { step, decision } = await evictingStep(served);
    const evictions = decision.evictions.map((eviction) => ({ ...eviction, cause }));
    const { signal: _, ...rest } = decision;
    served.server.step({ ...step, decision: { ...rest, evictions } });
    const found = await samples(served);
    expect(found.get(`kubelet_evictions{eviction_signal="${signal}"}`)).toBe(1);
    expect(found.has(`kubelet_eviction_stats_age_seconds_count{${MEMORY}}`)).toBe(false);
  });

  it("measures the age of the stats in the kubelet's buckets, once per ranking", async () => {
    const found = await samples(await servingEviction());
    const age = "kubelet_eviction_stats_age_seconds";
    expect(found.get(`${age}_count{${MEMORY}}`)).toBe(1);
    // The example's stats are a second old when they are served.
    expect(found.get(`${age}_sum{${MEMORY}}`)).toBe(1);
    const bounds = [...found.keys()].flatMap((key) => {
      const bound = new RegExp(`^${age}_bucket\\{le="([^"]+)",${MEMORY}\\}$`).exec(key)?.[1];
      return bound === undefined ? [] : [bound];
    });
    const buckets = "0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf";
    expect(bounds.join(" ")).toBe(buckets);
    expect(found.get(`${age}_bucket{le="0.5",${MEMORY}}`)).toBe(0);
    expect(found.get(`${age}_bucket{le="1",${MEMORY}}`)).toBe(1);
  });

  it("counts what could not be read, and goes on showing what was seen", async () => {
    const served = await servingEviction();
    const before = await samples(served);
    const step = await served.next();
    if (step === null) return;
    const problems = [{ document: "Summary", sentence: "No answer." }];
    served.server.step({
      ...step,
      decision: null,
      observed: false,
      problems,
      wokenBy: "interval",
    });
    served.server.reportError("The disk is full.");
    const after = await samples(served);
    expect(after.get('plimsoll_source_failures_total{document="Summary"}')).toBe(1);
    expect(after.get("plimsoll_errors_total")).toBe(1);
    const available = `plimsoll_signal_available{${MEMORY}}`;
    expect(after.get(available)).toBe(before.get(available));
    const interval = 'plimsoll_steps_total{woken_by="interval"}';
    expect(after.get(interval)).toBe((before.get(interval) ?? 0) + 1);
  });

  it("shows what became of the steps that are forwarded, and what waits", async () => {
    const outcomes = { done: 7, refused: 1, dropped: 2 };
    const found = await samples(
      await serving({ forwarding: { outcomes, failures: 3, waiting: 4 } }),
    );
    for (const [outcome, count] of Object.entries(outcomes)) {
      expect(found.get(`plimsoll_forwarded_steps_total{outcome="${outcome}"}`)).toBe(count);
    }
    expect(found.get("plimsoll_forward_failures_total")).toBe(3);
    expect(found.get("plimsoll_forward_waiting_steps")).toBe(4);
  });

  it("is what Prometheus reads without a complaint", async (context) => {
    const { text } = await ask(await servingEviction({ acts: true }), "/metrics");
    const checked = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
    if (checked.error !== undefined && process.env.CI !== "true") {
      context.skip("apt-get install prometheus brings promtool.");
    }
    // The kubelet named it before that was the custom, and dashboards know it by this name.
    const remark = 'kubelet_evictions counter metrics should have "_total" suffix';
    expect((checked.stderr + checked.stdout).trim()).toBe(remark);
  });
});
