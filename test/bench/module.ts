/** What the module is and becomes: its size, its start, its growth. */
import { measureGrowth, measureModule } from "./memory.ts";
import { nodeOf } from "./node.ts";
import { atMost, type Row, remark } from "./row.ts";
import type { Run } from "./run.ts";
import { measureStart } from "./start.ts";
import { formatBytes, formatMicros } from "./table.ts";

const KIB = 1024;
const STEPS = 2_000_000;
const INSTANTIATE_MICROS_MAX = 1000;
const GROWTH_BYTES_MAX = 16 * KIB * KIB;

export function measureModuleItself({ onProgress }: Run): readonly Row[] {
  onProgress("the first decision of a process");
  const node = nodeOf(110, 16);
  const { instantiate, firstDecision, firstDecisionFused } = measureStart(node);
  onProgress(`${STEPS} steps`);
  const { grownBytes } = measureGrowth(node, STEPS);
  const { bytes, brotliBytes } = measureModule();
  const grown = Math.max(0, grownBytes);
  return [
    remark(
      "new process: module's file to the first decision",
      formatMicros(firstDecision),
      "fused TypeScript over JSON.parse",
      formatMicros(firstDecisionFused),
    ),
    atMost("instantiate", INSTANTIATE_MICROS_MAX, instantiate, formatMicros),
    atMost("module", 96 * KIB, bytes, formatBytes),
    atMost("module, brotli", 36 * KIB, brotliBytes, formatBytes),
    atMost("resident memory grown in 2 million steps", GROWTH_BYTES_MAX, grown, formatBytes),
  ];
}
