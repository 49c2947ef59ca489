/** The answer about one configuration. */

import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import type { MemoryQos } from "../../engine/memoryQos.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";
import { MISSING } from "../../read/kubelet/validation/typeMeta.ts";
import { formatAmount, formatBytes, formatSeconds, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  commandText,
  type Document,
  type Fact,
  type Fix,
  fixes,
  list,
  paragraph,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { shellWord } from "../../text/shellWord.ts";
import { exampleBlocks } from "../memoryQos/words.ts";
import { entriesOf, inForce } from "./blocks.ts";
import {
  type CheckedConfiguration,
  type CheckInput,
  FINDINGS_MAX,
  type PlacedFinding,
  versionOf,
} from "./check.ts";
import { type Capacity, type Costs, type ThresholdCost, thresholdCosts } from "./costs.ts";
import { type CheckFix, checkFix } from "./fixes.ts";

/** A configuration that was checked, with what only its own answer says. */
export interface DetailedCheck extends CheckedConfiguration {
  /** What was read: `kubelet configuration`. */
  readonly form?: string;
  /** The kubelet that it was checked as. */
  readonly version?: string;
  readonly fix?: CheckFix | null;
  readonly costs?: Costs;
  /** What it makes of pods that stand for others. */
  readonly memoryQos?: MemoryQos | null;
  /** The words of the command that checks it again; absent for standard input. */
  readonly command?: string;
}

/** What the answer about a configuration says beyond its findings. */
export function detailsOf(
  engine: EvictionEngine,
  input: CheckInput,
  checked: CheckedConfiguration,
  capacity: Capacity | undefined,
): Partial<DetailedCheck> {
  const { form } = input;
  return {
    form: FORMS[form] ?? form,
    version: versionOf(engine, input),
    fix: checkFix(engine, input, checked),
    ...(capacity === undefined || checked.policy === undefined
      ? {}
      : { costs: thresholdCosts(engine, input.json, capacity) }),
  };
}

const FORMS: Readonly<Record<string, string>> = {
  KubeletConfiguration: "kubelet configuration",
  configz: "kubelet configuration of a running node (configz)",
  flags: "kubelet flags",
};

export function checkAnswer(checked: DetailedCheck): Document {
  const { errors, warnings, costs } = checked;
  const findings = entriesOf([checked]);
  const [lead, others] = costs === undefined ? [findings, []] : [costBlocks(costs), findings];
  const hasFindings = errors.length + warnings.length > 0;
  return {
    title: titleOf(checked),
    mark: errors.length > 0 ? "bad" : warnings.length > 0 ? "risk" : "good",
    sources: sourcesOf(checked),
    lead: [
      ...(errors.some(isUntyped) ? paragraph(FRAGMENT) : []),
      ...(hasFindings || costs !== undefined ? lead : inForceBlocks(checked)),
    ],
    sections: [...fixSections(checked), ...section("Findings", others)],
    further: [
      ...section("Notes", list(notesOf(checked), "none")),
      ...(hasFindings || costs !== undefined
        ? section("Thresholds in force", inForceBlocks(checked))
        : []),
      ...section("Memory QoS", checked.memoryQos ? exampleBlocks(checked.memoryQos) : []),
    ],
    closing: closing([], [...uncheckedOf([checked]), ...unknownOf(costs)], nextOf(checked)),
  };
}

const FRAGMENT =
  "The kubelet reads no file without apiVersion: kubelet.config.k8s.io/v1beta1 and kind: " +
  "KubeletConfiguration. The settings are checked as if both were there.";

function isUntyped({ rule }: PlacedFinding): boolean {
  return rule === MISSING;
}

/** What was not checked, each once. */
export function uncheckedOf(all: readonly CheckedConfiguration[]): readonly string[] {
  return [...new Set(all.flatMap(({ unchecked }) => unchecked ?? []))];
}

/** Without what the first screen says. */
export function notesOf({ notes, unchecked }: CheckedConfiguration): readonly string[] {
  return notes.filter((note) => note !== unchecked);
}

/** Those beyond the bound are only in the notes. */
function counted({ length }: readonly unknown[], what: string): string {
  return plural(length, what) + (length < FINDINGS_MAX ? "" : " or more");
}

function titleOf(checked: CheckedConfiguration): string {
  const { name, errors, warnings, policy, unchecked } = checked;
  const counts = [
    ...(errors.length === 0 ? [] : [counted(errors, "error")]),
    ...(warnings.length === 0 ? [] : [counted(warnings, "warning")]),
  ].join(", ");
  if (policy === undefined) return `The kubelet would not start with ${name}: ${counts}`;
  const accepts = unchecked === undefined ? "starts with" : "accepts the eviction settings of";
  return `The kubelet ${accepts} ${name}: ${counts || "no warnings"}`;
}

function sourcesOf({ form, version }: DetailedCheck): readonly Text[] {
  const parts = [
    ...(form === undefined ? [] : [form]),
    ...(version === undefined ? [] : [`checked as kubelet ${version}`]),
  ];
  return parts.length === 0 ? [] : [parts.join(" · ")];
}

function inForceBlocks({ policy }: CheckedConfiguration): readonly Block[] {
  return policy === undefined ? [] : inForce(policy);
}

/** What has to be added, and what the check says of the configuration then. */
function fixSections({ fix = null }: DetailedCheck): readonly Section[] {
  if (fix === null) return [];
  const { changes, checked } = fix;
  const { warnings } = checked;
  const then = warnings.length === 0 ? "" : `, ${plural(warnings.length, "warning")}`;
  const all = changes.map(
    ({ member, signal, to, threshold }): Fix => ({
      change: [{ code: `${member}: {${signal}: ${to}}` }],
      cost: `${signal} has to stay under ${threshold} for ${to} before a pod is evicted`,
    }),
  );
  const these = all.length === 1 ? "it" : "them";
  const title = `Fixes (checked: with ${these} the kubelet starts${then})`;
  return [
    { title, blocks: fixes(all) },
    ...section("Warnings after the fix", entriesOf([checked])),
  ];
}

const COST_COLUMNS: readonly Column[] = [
  { title: "threshold" },
  { title: "kind" },
  { title: "amount", isNumber: true },
  { title: "not for pods", isNumber: true },
  { title: "covers a fall of", isNumber: true },
];
const COVERS: Fact = [
  "",
  "A faster fall is over before the kubelet looks, every 10s. A soft threshold also has to " +
    "last, and covers what is above the hard one.",
];

function costBlocks({ thresholds, allocatable }: Costs): readonly Block[] {
  const sentences = allocatable.flatMap(({ resource, allocatable: left, ...kept }) => {
    if (left === undefined || kept.capacity === undefined) return [];
    const [all, pods, hard] = [kept.capacity, left, kept.evictionHard].map(bytesOf);
    const reserved = formatBytes(bytesIn(kept.kubeReserved) + bytesIn(kept.systemReserved));
    return [
      `Pods can request ${pods} of ${all} ${resource} (reserved ${reserved}, ` +
        `hard threshold ${hard}).`,
    ];
  });
  return [
    ...sentences.flatMap((sentence) => paragraph(sentence)),
    ...table(COST_COLUMNS, thresholds.map(costRow), { notes: [COVERS] }),
  ];
}

function bytesIn(quantity: string | undefined): number {
  return Number(quantityValue(quantity ?? "") ?? 0n);
}

function bytesOf(quantity: string | undefined): string {
  return formatBytes(bytesIn(quantity));
}

function costRow({ threshold, notForPods, fall, fallSeconds }: ThresholdCost) {
  const { signal, value, hard, limit, gracePeriodSeconds } = threshold;
  return {
    cells: [
      `${signal}<${value}`,
      hard ? "hard" : `soft, ${formatSeconds(gracePeriodSeconds)}`,
      formatAmount(signal, limit),
      formatBytes(notForPods),
      `${formatAmount(signal, fall)} in ${formatSeconds(fallSeconds)}`,
    ],
  };
}

function unknownOf(costs: Costs | undefined): readonly string[] {
  if (costs === undefined || costs.unknown.length === 0) return [];
  return [`The cost of ${costs.unknown.join(", ")}: no capacity is given for them.`];
}

function nextOf({ command, costs, policy }: DetailedCheck): readonly Text[] {
  if (command === undefined) return [];
  const words = `plimsoll check ${shellWord(command)}`;
  if (costs === undefined) {
    return [commandText(`${words} --capacity memory=8Gi`, "cost of thresholds")];
  }
  return policy === undefined
    ? []
    : [commandText(`plimsoll diff --example memory-leak --config ${shellWord(command)}`)];
}
