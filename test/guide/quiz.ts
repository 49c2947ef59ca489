/** The quiz: five examples at the moment of their first eviction, decided by the module. */
import { readFileSync } from "node:fs";
import type { Decision, RankedPod } from "../../analysis/engine/decision.ts";
import { formatAmount, formatBytes } from "../../analysis/text/amount.ts";
import { INCIDENTS } from "../../hosts/browser/features/quiz/incidents.ts";
import { commandLine } from "../hosts/cli/commandLine.ts";

/** More rows than this are not read. */
const PODS_MAX = 8;
const INDEX = new URL("../../examples/index.json", import.meta.url);
const TITLES: readonly { readonly name: string; readonly title: string }[] = JSON.parse(
  readFileSync(INDEX, "utf8"),
);

async function firstEviction(example: string): Promise<Decision> {
  const words = ["replay", "--example", example, "--output", "ndjson", "--detail", "1"];
  const { stdout } = await commandLine(words);
  const steps = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Decision);
  const found = steps.find(({ evictions, ranking }) => evictions.length > 0 && ranking);
  if (found === undefined) throw new Error(`The example ${example} evicts no pod by a ranking.`);
  return found;
}

function nameOf({ namespace, name }: Pick<RankedPod, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}

/** The first pods of the ranking in the order of their names, which shows nothing. */
function candidates(ranking: readonly RankedPod[]): readonly RankedPod[] {
  const first = ranking.slice(0, PODS_MAX);
  return [...first].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function tableOf({ signal, ranking = [] }: Decision): string[] {
  if (signal === undefined) throw new Error("The step has no signal.");
  const isByRequest = signal !== "pid.available";
  const resource = /^(allocatableM|m)emory/.test(signal) ? "memory" : "ephemeral-storage";
  const titles = ["pod", "priority", "usage", ...(isByRequest ? [`request (${resource})`] : [])];
  const rows = candidates(ranking).map(({ priority, usage = 0, request = 0, ...pod }) => [
    nameOf(pod),
    String(priority),
    formatAmount(signal, usage),
    // Also for inodes, which the kubelet compares with a request in bytes.
    ...(isByRequest ? [formatBytes(request)] : []),
  ]);
  const rules = titles.map((_, index) => (index === 0 ? "---" : "--:"));
  return [titles, rules, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

async function question(example: string, number: number): Promise<string> {
  const decision = await firstEviction(example);
  const { signal, hard, limit = 0, available = 0, evictions, ranking = [] } = decision;
  const [evicted] = evictions;
  if (evicted === undefined || signal === undefined) throw new Error(`${example}: no eviction.`);
  const row = ranking.find(({ uid }) => uid === evicted.uid);
  const title = TITLES.find(({ name }) => name === example)?.title ?? example;
  const [left, threshold] = [available, limit].map((amount) => formatAmount(signal, amount));
  const kind = hard ? "hard" : "soft";
  return [
    `## ${number}. ${title}`,
    `\`${signal}\` is ${left}, and the ${kind} threshold is ${threshold}.`,
    tableOf(decision).join("\n"),
    "<details><summary>Answer</summary>",
    `**${nameOf(evicted)}**. ${row?.sentence ?? ""}`,
    `\`plimsoll explain --example ${example}\` shows the whole ranking.`,
    "</details>",
  ].join("\n\n");
}

const INTRODUCTION = [
  "# Which pod does the kubelet evict?",
  "Five incidents, at the moment at which the kubelet has to choose. You have what the kubelet " +
    "has: what each pod uses and requests, and its priority. Decide, then open the answer. The " +
    "answers are those of the module that Plimsoll decides with.",
].join("\n\n");

const END = `## The rules behind it

[How the kubelet picks a pod](../explanation/how-the-kubelet-picks-a-pod.md) has them on one page.`;

export async function quiz(): Promise<string> {
  const questions: string[] = [];
  for (const [index, example] of INCIDENTS.entries()) {
    questions.push(await question(example, index + 1));
  }
  return `${[INTRODUCTION, ...questions, END].join("\n\n")}\n`;
}
