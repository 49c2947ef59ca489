/**
 * `npm run bench`: what the policy costs, against the least a program in TypeScript could do and
 * against the kubelet's own code, all in one run on one machine. It judges, it never fails.
 */
import { parseArgs } from "node:util";
import { budgetsOf } from "./budgets.ts";
import { type Measurements, measure } from "./measurements.ts";
import { formatBytes, formatMicros, formatRatio, formatTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    steps: { type: "string", default: "2000000" },
    "node-day": { type: "boolean", default: true },
  },
  allowNegative: true,
});

const found = measure({
  steps: Number(values.steps),
  nodeDay: values["node-day"],
  onProgress: (what) => console.error(`bench: ${what}`),
});
const budgets = budgetsOf(found);
console.log(values.json ? JSON.stringify({ ...found, budgets }, null, 2) : page(found));

function page({ machine, deciding, frozen, start, nodeDay }: Measurements): string {
  const { processor, cores, system, node } = machine;
  const kubelet = deciding[0]?.kubelet;
  return [
    `${processor}, ${cores} cores, ${system}, Node ${node}; ` +
      `${kubelet ? `Kubernetes ${kubelet.kubernetes}` : "Go is not installed"}; medians`,
    "From the bytes of a Summary to a decision",
    decidingTable(deciding),
    "Steps on 110 pods whose Summary was decoded before",
    formatTable([
      ["quiet", formatMicros(frozen.observe)],
      ["thaw and quiet", formatMicros(frozen.thawAndObserve)],
      ["rank, choose and word the eviction", formatMicros(frozen.rankAndChoose)],
      ["report", formatMicros(frozen.report)],
    ]),
    "In a new process, 110 pods",
    formatTable([
      ["module's file to the first decision", formatMicros(start.firstDecision)],
      ["the same, fused TypeScript", formatMicros(start.firstDecisionFused)],
      ...(nodeDay === null
        ? []
        : [
            [
              `replay of ${nodeDay.steps} steps, ${formatBytes(nodeDay.captureBytes)}`,
              formatMicros(nodeDay.micros),
            ],
            ["an empty process", formatMicros(nodeDay.emptyProcessMicros)],
          ]),
    ]),
    "Budgets",
    formatTable([
      ["", "budget", "measured", ""],
      ...budgets.map(({ what, budget, measured, met }) => [
        what,
        budget,
        measured,
        met === null ? "" : met ? "met" : "MISSED",
      ]),
    ]),
  ].join("\n\n");
}

function decidingTable(deciding: Measurements["deciding"]): string {
  return formatTable([
    ["pods", "Summary", "quiet", "fused TS", "", "evicting", "fused TS", "", "kubelet", ""],
    ...deciding.map(({ pods, summaryBytes, micros, kubelet }) => {
      const go = kubelet?.decodeAndSynchronizeMicros;
      return [
        String(pods),
        formatBytes(summaryBytes),
        formatMicros(micros.quiet),
        formatMicros(micros.quietFused),
        formatRatio(micros.quietFused / micros.quiet),
        formatMicros(micros.evicting),
        formatMicros(micros.evictingFused),
        formatRatio(micros.evictingFused / micros.evicting),
        go === undefined ? "-" : formatMicros(go),
        go === undefined ? "-" : formatRatio(go / micros.quiet),
      ];
    }),
  ]);
}
