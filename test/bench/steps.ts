/** Steps whose Summary was decoded before, and what a pod of a large node costs. */
import { Action } from "../../assembly/abi.ts";
import { engineWith, QUIET } from "./core.ts";
import { measureFrozen } from "./frozen.ts";
import { inTurn, nodeOf } from "./node.ts";
import { atMost, type Row, remark, timesAsFast, withoutRival } from "./row.ts";
import { INSTALL_GO, type Run } from "./run.ts";
import { medianMicros, mediansOf } from "./stopwatch.ts";
import { formatMicros, formatRatio } from "./table.ts";

const ORACLE_ITERATIONS = 100;
const PER_POD_MAX = 1.3;

export function measureSteps({ times, oracle, onProgress }: Run): readonly Row[] {
  onProgress("steps on frozen snapshots");
  const node = nodeOf(110, 16);
  const runs = Array.from({ length: times }, () => measureFrozen(node));
  const { observe, thawAndObserve, rankAndChoose, report } = mediansOf(runs);
  return [
    atMost("quiet step, snapshot decoded", 1, observe, formatMicros),
    atMost("quiet step, snapshot thawed", 2, thawAndObserve, formatMicros),
    ranking(rankAndChoose),
    remark("report of a decision", formatMicros(report)),
  ];

  function ranking(took: number): Row {
    const work = "110 pods ranked, one chosen and told why";
    const rival = "the kubelet's ranking";
    const kubelet = oracle();
    if (kubelet === null) {
      return withoutRival(work, rival, formatMicros(took), "≥ 400 ×", INSTALL_GO);
    }
    const turns = Array.from({ length: times }, () => kubelet.measure(node, ORACLE_ITERATIONS));
    const { rankMicros } = mediansOf(turns.map(({ rankMicros }) => ({ rankMicros })));
    const measured = { work, rival, took, rivalTook: rankMicros, format: formatMicros };
    return timesAsFast(400, measured);
  }
}

/** Whether a large node costs more for each of its pods. */
export function measureSizes({ times, onProgress }: Run): readonly Row[] {
  onProgress("2,000 pods beside 110");
  const [small, large] = [caseOf(110), caseOf(2000)];
  const turns = Array.from({ length: times }, () => medianMicros({ small, large }, { rounds: 5 }));
  const medians = mediansOf(turns);
  const perPod = medians.large / 2000 / (medians.small / 110);
  return [atMost("cost of a pod, 2,000 against 110", PER_POD_MAX, perPod, formatRatio)];
}

function caseOf(pods: number): () => void {
  const { pods: list, moments } = nodeOf(pods, 3);
  const engine = engineWith(QUIET, list);
  const next = inTurn(moments);
  return () => {
    const { summary, time } = next();
    if (engine.observe(summary, time) !== Action.None) throw new Error("This node is healthy.");
  };
}
