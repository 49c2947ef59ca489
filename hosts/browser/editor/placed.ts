import { lineFinder } from "../../shared/configuration/position.ts";
import type { Decided, Refusal } from "../protocol.ts";

export interface PlacedSentence {
  readonly severity: "error" | "warning" | "info";
  /** 1-based; null when it is about no line of the text. */
  readonly line: number | null;
  readonly sentence: string;
}

/** A sentence with a place before it: `name:line:column: …`. */
const PLACE = /:(\d+):\d+: (.*)$/s;

/** The findings, warnings and notes about a configuration, each at the line it concerns. */
export function placedSentences(
  text: string,
  refusal: Refusal | null,
  decided: Decided | null,
): readonly PlacedSentence[] {
  const lineOf = lineFinder(text);
  if (refusal !== null) {
    if (refusal.findings.length === 0) return [placedByText("error", refusal.sentence)];
    return refusal.findings.map(({ path, message }) => ({
      severity: "error",
      line: lineOf(path) ?? null,
      sentence: message,
    }));
  }
  if (decided === null) return [];
  const warnings = decided.policy.warnings.map(({ path, message }) => ({
    severity: "warning" as const,
    line: lineOf(path) ?? null,
    sentence: message,
  }));
  return [...warnings, ...decided.notes.map((note) => placedByText("info", note))];
}

function placedByText(severity: PlacedSentence["severity"], text: string): PlacedSentence {
  const [, line, sentence] = PLACE.exec(text) ?? [];
  return line === undefined || sentence === undefined
    ? { severity, line: null, sentence: text }
    : { severity, line: Number(line), sentence };
}
