/** What is said of a configuration, at the lines that it is about. */
import { MEMBER_ROWS } from "../../engine/contract/configuration.ts";
import { SIGNAL_ROWS } from "../../engine/contract/signals.ts";
import type { Finding, Policy } from "../../engine/decision.ts";
import { lineFinder } from "../../read/kubelet/position.ts";
import { isCounted } from "../../text/amount.ts";
import { nearest } from "./nearest.ts";

const KNOWN: readonly string[] = MEMBER_ROWS.map(({ member }) => member);
const SIGNALS: readonly string[] = SIGNAL_ROWS.map(({ name }) => name);

export interface PlacedSentence {
  readonly severity: "error" | "warning" | "info";
  /** 1-based; null when it is about no line of the text. */
  readonly line: number | null;
  readonly sentence: string;
}

/** Why a configuration is refused. */
export interface RefusedConfiguration {
  readonly sentence: string;
  readonly findings: readonly Finding[];
}

/** How one that is in force was understood. */
export interface UnderstoodConfiguration {
  readonly policy: Pick<Policy, "warnings">;
  readonly notes: readonly string[];
}

/** A sentence with a place before it: `name:line:column: …`. */
const PLACE = /:(\d+):\d+: (.*)$/s;

/** The findings, warnings and notes about a configuration, each at the line it concerns. */
export function placedSentences(
  text: string,
  refusal: RefusedConfiguration | null,
  decided: UnderstoodConfiguration | null,
): readonly PlacedSentence[] {
  const lineOf = lineFinder(text);
  if (refusal !== null) {
    if (refusal.findings.length === 0) return [placedByText("error", refusal.sentence)];
    return refusal.findings.map((finding) => {
      const member = memberOf(finding.path);
      const line = lineOf(member) ?? null;
      const sentence = `${finding.message}${example(finding)}${meantSignal(finding)}`;
      return {
        severity: "error",
        line,
        sentence: line === null ? `${member}: ${sentence}` : sentence,
      };
    });
  }
  if (decided === null) return [];
  const warnings = decided.policy.warnings.map((finding) => {
    const member = memberOf(finding.path);
    const sentence = `${member}: ${finding.message}${meant(member, finding)}`;
    return { severity: "warning" as const, line: lineOf(member) ?? null, sentence };
  });
  return [...warnings, ...decided.notes.map((note) => placedByText("info", note))];
}

function placedByText(severity: PlacedSentence["severity"], text: string): PlacedSentence {
  const [, line, sentence] = PLACE.exec(text) ?? [];
  return line === undefined || sentence === undefined
    ? { severity, line: null, sentence: text }
    : { severity, line: Number(line), sentence };
}

/** The path of a member without the document, as it is written: `evictionHard`. */
function memberOf(path: string): string {
  const inner = path.replace(/^KubeletConfiguration\b\.?/, "");
  const [, only] = /^\["([\w.-]+)"\]$/.exec(inner) ?? [];
  return only ?? (inner === "" ? path : inner);
}

/** Rules about amounts, which the kubelet refuses with a regular expression. */
const AMOUNT_RULES = ["invalid-threshold", "invalid-minimum-reclaim"];

/** How people write what the message says in the kubelet's own words. */
function example({ rule, path }: Finding): string {
  if (!AMOUNT_RULES.includes(rule)) return "";
  const row = SIGNAL_ROWS.find(({ name }) => path.endsWith(`["${name}"]`));
  if (row === undefined) return "";
  return `; write it like ${isCounted(row.name) ? "1000" : "500Mi"} or 10%`;
}

/** The same for the name of a signal, with which the message ends. */
function meantSignal({ rule, message }: Finding): string {
  if (rule !== "unsupported-signal") return "";
  const name = nearest(message.split(" ").at(-1) ?? "", SIGNALS);
  return name === undefined ? "" : `; did you mean ${name}?`;
}

/** A hint for an unknown name: the name that was probably meant. */
function meant(member: string, { rule }: Finding): string {
  if (rule !== "unknown-member") return "";
  const name = nearest(member, KNOWN);
  return name === undefined ? "" : `; did you mean ${name}?`;
}
