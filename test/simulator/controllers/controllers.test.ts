/**
 * Single controllers as Kubernetes' own code plays them: scenarios in which the module once did
 * otherwise. `npm run oracle -- controllers` asks about thousands more.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../module/compile.ts";
import { ourLines, playScenario } from "../compare.ts";
import { SIMULATOR } from "../playing.ts";
import type { Controller } from "./controller.ts";
import { CONTROLLERS, scenarioOf } from "./scenarios.ts";

const KEPT = join(ROOT, "test/simulator/controllers/real.json");
const REAL = JSON.parse(readFileSync(KEPT, "utf8")) as readonly {
  readonly controller: string;
  readonly seed: number;
  readonly lines: readonly string[];
}[];

interface Line {
  readonly time: number;
  readonly text: string;
}

/** Lines such as `+3.139s Created Job/app#1`; what comes in one instant has no order. */
function parsed(lines: readonly string[]): Line[] {
  return lines
    .map((line) => {
      const [, time = "", text = ""] = /^\+(\S+)s (.*)$/.exec(line) ?? [];
      return { time: Number(time), text };
    })
    .sort((a, b) => a.text.localeCompare(b.text) || a.time - b.time);
}

test.each(REAL)("$controller: scenario $seed is what Kubernetes tells", (kept) => {
  const found = CONTROLLERS.find(({ name }) => name === kept.controller) as Controller;
  const scenario = scenarioOf(found, kept.seed);
  const { events, verdict } = playScenario(SIMULATOR, scenario);
  const ours = parsed(ourLines(scenario, events, "withTimes"));
  const last = Math.max(...ours.map(({ time }) => time));
  // A proven cycle ends the scenario early.
  const isCut = verdict.verdict === "thrashes";
  const real = parsed(kept.lines).filter(({ time }) => !isCut || time <= last);
  expect(ours.map(({ text }) => text)).toEqual(real.map(({ text }) => text));
  // Components of the real code start one after another, and calls of theirs add up.
  const late = ours.filter(({ time }, index) => Math.abs(time - (real[index] as Line).time) > 0.3);
  expect(late).toEqual([]);
});

test("every controller whose rules were mended has a scenario", () => {
  const kept = new Set(REAL.map(({ controller }) => controller));
  expect([...kept].sort()).toEqual([
    "DaemonSet",
    "Deployment",
    "GracePeriod",
    "Job",
    "NodeFlaps",
    "NodeLifecycle",
    "PodCollection",
    "ReplicaSet",
    "StatefulSet",
    "TaintEviction",
  ]);
});
