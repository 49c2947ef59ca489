/**
 * Single controllers as Kubernetes' own code plays them: scenarios in which the module once did
 * otherwise. `npm run oracle -- controllers` asks about thousands more.
 */
import { expect, test } from "vitest";
import { SIMULATOR } from "../playing.ts";
import { byRelease } from "../recorded.ts";
import { comparedLines, isLate, RECORDED } from "./recorded.ts";

const plays = byRelease(RECORDED);

test.each(plays)("$controller: scenario $seed is what Kubernetes $release tells", (kept) => {
  const { ours, real } = comparedLines(SIMULATOR, kept);
  expect(ours.map(({ text }) => text)).toEqual(real.map(({ text }) => text));
  expect(ours.filter((line, index) => isLate(line, real[index]))).toEqual([]);
});

test("every controller whose rules were mended has a scenario", () => {
  const kept = new Set(RECORDED.map(({ controller }) => controller));
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
