import type { Policy } from "../../engine/decision.ts";
import type { CheckedConfiguration, PlacedFinding } from "../../questions/check/check.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { table } from "./table.ts";
import { hang } from "./wrap.ts";

/** Errors, then warnings, then notes, then the thresholds that are in force. */
export function findings(checked: CheckedConfiguration, style: Style): string[] {
  const { name, errors, warnings, notes, policy } = checked;
  const lines = [
    ...errors.flatMap((finding) => findingLines(name, "error", finding, style)),
    ...warnings.flatMap((finding) => findingLines(name, "warning", finding, style)),
    ...notes.flatMap((note) => hang("note  ", note, Math.min(style.columns, COLUMNS_MAX))),
  ];
  return [
    ...lines,
    ...(lines.length > 0 ? [""] : []),
    verdict(checked, style),
    ...(policy === undefined ? [] : policyTable(policy, style)),
  ];
}

function findingLines(
  name: string,
  kind: "error" | "warning",
  finding: PlacedFinding,
  style: Style,
): string[] {
  const paint = kind === "error" ? style.paint.bad : style.paint.low;
  const line = finding.line === undefined ? "" : `:${finding.line}`;
  const head = `${name}${line}: ${finding.path}`;
  return [
    `${paint(kind)}  ${head}  ${style.paint.faint(finding.rule)}`,
    ...hang("  ", finding.message, Math.min(style.columns, COLUMNS_MAX)),
  ];
}

function verdict({ name, errors, warnings, policy }: CheckedConfiguration, style: Style): string {
  const counts = `${plural(errors.length, "error")}, ${plural(warnings.length, "warning")}`;
  return policy === undefined
    ? style.paint.bad(`${name}: the kubelet would not start (${counts})`)
    : style.paint.title(`${name}: the kubelet starts (${counts})`);
}

function policyTable(policy: Policy, style: Style): string[] {
  const rows = policy.thresholds.map((each) => ({
    cells: [
      `${each.signal}<${each.value}`,
      each.hard ? "hard" : `soft after ${formatSeconds(each.gracePeriodSeconds)}`,
      each.minReclaim === undefined ? "" : `minimum reclaim ${each.minReclaim}`,
      each.origin === "default" ? "default" : "",
    ],
  }));
  const columns = [{ title: "" }, { title: "" }, { title: "" }, { title: "" }];
  const period = formatSeconds(policy.pressureTransitionPeriodSeconds);
  return [
    ...table(columns, rows, style.columns).map((line) => `  ${line}`),
    ...(rows.length === 0 ? ["  no threshold: nothing is ever evicted for node pressure"] : []),
    style.paint.faint(
      `  pressure conditions last at least ${period} (evictionPressureTransitionPeriod); ` +
        `kubelet ${policy.kubeletVersion}`,
    ),
  ];
}
