/** When a threshold is met, resolved, and drives an eviction. Spec 3.3, 3.4, 3.7. */
import { OBSERVED, observationAt } from "../../../node/model/observation.ts";
import { Signal } from "../../../node/model/signalTable.ts";
import { setLastStatsTime, state } from "../../model/state.ts";
import { mergeThresholds, thresholdsMet, thresholdsUpdatedStats } from "../thresholds.ts";
import { givePolicy, observeSignal } from "./node.ts";

/** Value, minimum reclaim, available, capacity; met, and met with minimum reclaim. */
const LIMITS: string[][] = [
  ["100Mi", "", "104857600", "1000000000", "no no"],
  ["100Mi", "", "104857599", "1000000000", "yes yes"],
  ["100Mi", "1Mi", "104857600", "1000000000", "no yes"],
  ["100Mi", "1Mi", "105906175", "1000000000", "no yes"],
  ["100Mi", "1Mi", "105906176", "1000000000", "no no"],
  ["100Mi", "0", "104857600", "1000000000", "no no"],
  ["10%", "", "10737418400", "107374182400", "no no"],
  ["10%", "", "10737418399", "107374182400", "yes yes"],
  ["10%", "5%", "16106127599", "107374182400", "no yes"],
  ["10%", "5%", "16106127600", "107374182400", "no no"],
  ["10%", "1Ki", "10737419423", "107374182400", "no yes"],
  ["10%", "1Ki", "10737419424", "107374182400", "no no"],
  ["1Ki", "150%", "2523", "1000", "no yes"],
  ["1Ki", "150%", "2524", "1000", "no no"],
  ["1%", "", "9", "1000", "no no"],
  ["1%", "", "8", "1000", "yes yes"],
  ["0.0%", "", "0", "1000", "no no"],
  ["0.0%", "", "-1", "1000", "yes yes"],
  ["100.0%", "", "1000", "1000", "no no"],
  ["100.0%", "", "999", "1000", "yes yes"],
  ["NaN%", "", "-9223372036854775808", "1000", "no no"],
  ["100Mi", "NaN%", "0", "1000", "yes no"],
  ["100Mi", "inf%", "0", "1000", "yes no"],
  ["100Mi", "", "-2148104237710364672", "8323596288", "yes yes"],
  ["0.5", "", "0", "1000", "yes yes"],
  ["0.5", "", "1", "1000", "no no"],
  ["9223372036854775807", "1", "9223372036854775807", "1000", "no yes"],
  ["10E", "", "9223372036854775807", "1000", "yes yes"],
];

/** A hard value, a soft value with its grace period, and whether the two are one threshold. */
const EQUALS: string[][] = [
  ["1Gi", "1Gi", "0s", "equal"],
  ["1Gi", "1024Mi", "0s", "equal"],
  ["1Gi", "1073741824", "0s", "equal"],
  ["10%", "10.0%", "0s", "equal"],
  ["1Gi", "1Gi", "1s", "different"],
  ["1Gi", "1073741825", "0s", "different"],
  ["10%", "11%", "0s", "different"],
  ["1Gi", "10%", "0s", "different"],
  ["0.0%", "1Gi", "0s", "different"],
];

/** The stats time at the last step and now; `-` is not an observation, 0 one without a time. */
const UPDATES: string[][] = [
  ["-", "5", "updated"],
  ["-", "0", "updated"],
  ["-", "-", "not"],
  ["5", "-", "not"],
  ["5", "4", "not"],
  ["5", "5", "not"],
  ["5", "6", "updated"],
  ["5", "0", "updated"],
  ["0", "5", "updated"],
  ["0", "-5", "updated"],
  ["0", "0", "updated"],
];

const HARD: u64 = 1;

function yesOrNo(answer: bool): string {
  return answer ? "yes" : "no";
}

/** Whether a threshold on inodes is met, without and with minimum reclaim. */
function met(row: string[]): string {
  const reclaim = row[1].length == 0 ? "" : `"nodefs.inodesFree":"${row[1]}"`;
  givePolicy(
    `"evictionHard":{"nodefs.inodesFree":"${row[0]}"},"evictionMinimumReclaim":{${reclaim}}`,
  );
  const available = I64.parseInt(row[2]);
  observeSignal(OBSERVED, Signal.NodeFsInodesFree, available, I64.parseInt(row[3]));
  const without = thresholdsMet(1, OBSERVED, false) != 0;
  return `${yesOrNo(without)} ${yesOrNo(thresholdsMet(1, OBSERVED, true) != 0)}`;
}

/** The tables of observations and of the last step for the stats time of a row. */
function updated(row: string[]): string {
  const signal = i32(Signal.PIDAvailable);
  const mask: u32 = 1 << u32(signal);
  const last = row[0] == "-" ? 0 : I64.parseInt(row[0]);
  state.signalsObserved = row[0] == "-" ? 0 : mask;
  state.signalsTimed = last == 0 ? 0 : mask;
  setLastStatsTime(signal, last);
  if (row[1] == "-") observationAt(OBSERVED, signal).flags = 0;
  else observeSignal(OBSERVED, signal, 1, 1, I64.parseInt(row[1]));
  return thresholdsUpdatedStats(HARD, OBSERVED) == HARD ? "updated" : "not";
}

describe("a threshold", () => {
  it("is met when less than its limit is available, not when they are equal (Spec 3.3)", () => {
    for (let i = 0; i < LIMITS.length; i++) {
      expect(met(LIMITS[i])).toBe(LIMITS[i][4], LIMITS[i].join(" "));
    }
  });

  it("is not met without an observation", () => {
    givePolicy('"evictionHard":{"nodefs.inodesFree":"100.0%"}');
    observeSignal(OBSERVED, Signal.NodeFsInodesFree, 0, 1000);
    expect(thresholdsMet(1, OBSERVED, false)).toBe(1);
    observationAt(OBSERVED, Signal.NodeFsInodesFree).flags = 0;
    expect(thresholdsMet(1, OBSERVED, false)).toBe(0);
    expect(thresholdsMet(1, OBSERVED, true)).toBe(0);
  });

  it("that is unresolved is added unless an equal one is met (Spec 3.4)", () => {
    for (let i = 0; i < EQUALS.length; i++) {
      givePolicy(
        `"evictionHard":{"nodefs.available":"${EQUALS[i][0]}"},"evictionSoft":` +
          `{"nodefs.available":"${EQUALS[i][1]}"},"evictionSoftGracePeriod":` +
          `{"nodefs.available":"${EQUALS[i][2]}"}`,
      );
      const merged = mergeThresholds(1, 2);
      expect(merged == 1 ? "equal" : "different").toBe(EQUALS[i][3], EQUALS[i].join(" "));
      expect(mergeThresholds(0, 2)).toBe(2);
    }
    givePolicy('"evictionHard":{"nodefs.available":"1Gi","imagefs.available":"1Gi"}');
    expect(mergeThresholds(1, 2)).toBe(3);
  });

  it("drives an eviction only when its stats are newer than the last (Spec 3.7)", () => {
    givePolicy('"evictionHard":{"pid.available":"10"}');
    for (let i = 0; i < UPDATES.length; i++) {
      expect(updated(UPDATES[i])).toBe(UPDATES[i][2], UPDATES[i].join(" "));
    }
  });
});
