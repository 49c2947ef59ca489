/** Examples as series, and series as captures, through the commands. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Decision } from "../../analysis/engine/decision.ts";
import { commandLine } from "../hosts/cli/commandLine.ts";
import { answerOf, seriesOfText } from "./openMetricsText.ts";
import { SETUPS, type SetupName } from "./setups.ts";

/** An example, and the node it is of. */
export interface Example {
  readonly name: string;
  readonly node: string;
}

const CONFIGURATION = { kind: "KubeletConfiguration", apiVersion: "kubelet.config.k8s.io/v1beta1" };

function headerOf(example: string): { node: string; config?: object } {
  const url = new URL(`../../examples/${example}.plimsoll.ndjson.gz`, import.meta.url);
  const [line = ""] = gunzipSync(readFileSync(url)).toString().split("\n", 1);
  return JSON.parse(line);
}

export function exampleOf(name: string): Example {
  return { name, node: headerOf(name).node };
}

/** The configuration of an example, as a file: no series has it. */
export function writeConfiguration(example: string, directory: string): string {
  const path = join(directory, `${example}.config.json`);
  writeFileSync(path, JSON.stringify(headerOf(example).config ?? CONFIGURATION));
  return path;
}

/** OpenMetrics text of an example; options as of `capture export`. */
export async function exportedText(example: string, ...options: string[]): Promise<string> {
  const words = ["capture", "export", "--openmetrics", "--example", example, "--out", "-"];
  const { exitCode, stdout, stderr } = await commandLine([...words, ...options]);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

/** Saved answers of a setup. */
export function dumpOf(text: string, setup: SetupName = "everything that is scraped"): string {
  return answerOf(SETUPS[setup](seriesOfText(text)));
}

export interface DecidedEviction {
  readonly time: string;
  readonly pod: string;
}

/** What a replay evicts; each pod once, since series leave out what our eviction would change. */
export async function evictionsOf(...words: string[]): Promise<readonly DecidedEviction[]> {
  const { stdout } = await commandLine(["replay", ...words, "--output", "ndjson"]);
  const decisions = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Decision);
  const seen = new Set<string>();
  return decisions.flatMap(({ time, evictions }) =>
    evictions.flatMap(({ namespace, name, uid }) => {
      if (seen.has(uid)) return [];
      seen.add(uid);
      return [{ time, pod: `${namespace}/${name}` }];
    }),
  );
}
