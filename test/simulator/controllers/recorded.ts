/** Scenarios of single controllers with the events of Kubernetes' own code, in real.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../module/compile.ts";
import { ourLines, playScenario } from "../compare.ts";
import { byRelease, type RecordedScenario } from "../recorded.ts";
import type { Controller } from "./controller.ts";
import { CONTROLLERS, scenarioOf } from "./scenarios.ts";

interface Recorded extends RecordedScenario {
  readonly controller: string;
}

const KEPT = join(ROOT, "test/simulator/controllers/real.json");
export const RECORDED = JSON.parse(readFileSync(KEPT, "utf8")) as readonly Recorded[];

interface Line {
  readonly time: number;
  readonly text: string;
}

/** The events of both sides in an order that does not depend on what comes in one instant. */
export function comparedLines(
  module: WebAssembly.Module,
  kept: Recorded & { readonly release: string },
): { readonly ours: readonly Line[]; readonly real: readonly Line[] } {
  const found = CONTROLLERS.find(({ name }) => name === kept.controller) as Controller;
  const scenario = scenarioOf(found, kept.seed, kept.release);
  const { events, verdict } = playScenario(module, scenario);
  const ours = parsed(ourLines(scenario, events, "withTimes"));
  const last = Math.max(...ours.map(({ time }) => time));
  // A proven cycle ends the scenario early.
  const isCut = verdict.verdict === "thrashes";
  const real = parsed(kept.lines).filter(({ time }) => !isCut || time <= last);
  return { ours, real };
}

/** Lines such as `+3.139s Created Job/app#1`. */
function parsed(lines: readonly string[]): Line[] {
  return lines
    .map((line) => {
      const [, time = "", text = ""] = /^\+(\S+)s (.*)$/.exec(line) ?? [];
      return { time: Number(time), text };
    })
    .sort((a, b) => a.text.localeCompare(b.text) || a.time - b.time);
}

/** Components of the real code start one after another, and calls of theirs add up. */
const LATE_SECONDS = 0.3;

export function isLate(ours: Line, real: Line | undefined): boolean {
  return real === undefined || Math.abs(ours.time - real.time) > LATE_SECONDS;
}

/** How many of the scenarios a module plays in another way. */
export function controllersFailing(module: WebAssembly.Module): number {
  return byRelease(RECORDED).filter((kept) => {
    const { ours, real } = comparedLines(module, kept);
    if (ours.length !== real.length) return true;
    return ours.some((line, at) => line.text !== real[at]?.text || isLate(line, real[at]));
  }).length;
}
