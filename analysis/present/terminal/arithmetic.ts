import type { Allocatable, Decision, ThresholdArithmetic } from "../../engine/decision.ts";
import { allocatableCells } from "../../text/allocatableCells.ts";
import { formatAmount } from "../../text/amount.ts";
import { limitAndAvailable, observed, thresholdState } from "../../text/observedThreshold.ts";
import { underPressure } from "../../text/outcome.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { type Column, table } from "./table.ts";

const COLUMNS: readonly Column[] = [
  { title: "threshold", shrinks: true },
  { title: "kind" },
  { title: "limit", align: "right" },
  { title: "available", align: "right" },
  { title: "capacity", align: "right" },
  { title: "state" },
];

/** Every threshold's arithmetic, and the core's sentences about those that matter. */
export function arithmetic(decision: Decision, style: Style): string[] {
  const thresholds = decision.thresholds ?? [];
  const rows = thresholds.map((each) => ({
    cells: [
      `${each.signal}<${each.value}`,
      each.hard ? "hard" : "soft",
      ...amounts(each),
      thresholdState(each),
    ],
    paint: paintOf(each, decision, style),
  }));
  const lines = table(COLUMNS, rows, sectionColumns(style), style.paint.faint);
  const under = sentences(
    underPressure(decision).map((each) => each.sentence),
    style,
  );
  return section("Thresholds", [...lines, ...(under.length > 0 ? ["", ...under] : [])], style);
}

function amounts(threshold: ThresholdArithmetic): string[] {
  if (!observed(threshold)) return ["-", "-", "-"];
  return [...limitAndAvailable(threshold), formatAmount(threshold.signal, threshold.capacity)];
}

function paintOf(threshold: ThresholdArithmetic, decision: Decision, style: Style) {
  if (threshold.signal === decision.signal && threshold.hard === decision.hard) {
    return style.paint.bad;
  }
  return threshold.met || threshold.unresolved ? style.paint.low : (text: string) => text;
}

const ALLOCATABLE_COLUMNS: readonly Column[] = [
  { title: "resource" },
  { title: "capacity", align: "right" },
  { title: "- system", align: "right" },
  { title: "- kube", align: "right" },
  { title: "- eviction", align: "right" },
  { title: "= allocatable", align: "right" },
];

export function allocatable(resources: readonly Allocatable[], style: Style): string[] {
  const rows = resources.map((each) => ({ cells: allocatableCells(each) }));
  if (rows.length === 0) return [];
  const lines = table(ALLOCATABLE_COLUMNS, rows, sectionColumns(style), style.paint.faint);
  return section("Node Allocatable", lines, style);
}
