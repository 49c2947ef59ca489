/** The file-system layout, and the containerfs thresholds that follow from it. Spec 1.5, 1.6. */
import { textAt } from "../../../base/__tests__/input.ts";
import { clearObservations, RECORDED } from "../../../node/model/observation.ts";
import { SIGNAL_NAMES, Signal } from "../../../node/model/signalTable.ts";
import { THRESHOLD_SIZE, THRESHOLDS_OFFSET } from "../../memory.ts";
import { policy } from "../../model/policy.ts";
import { StateFlag, stateHas } from "../../model/state.ts";
import { StepFailure } from "../../model/step.ts";
import {
  allThresholds,
  firstStepThresholds,
  inMask,
  isHard,
  thresholdAt,
  ValueKind,
} from "../../model/threshold.ts";
import {
  discoverLayout,
  discoverLayoutUnseen,
  layoutInForce,
  mirrorContainerFs,
} from "../layout.ts";
import { givePolicy, observeSignal } from "./node.ts";

/** A kubelet needs a device for each of two file systems. */
const UNKNOWN: string[] = ["100/10 - -", "- 100/10 100/10", "- - 100/10"];

/** Capacities of nodefs, imagefs and containerfs as `bytes/inodes`, `-` for none; the layout. */
const LAYOUTS: string[][] = [
  ["100/10 100/10 100/10", "single"],
  ["100/10 100/10 -", "single"],
  ["100/10 200/10 200/10", "image fs"],
  ["100/10 100/20 100/20", "image fs"],
  ["100/10 200/20 -", "image fs"],
  ["100/10 200/20 100/10", "split"],
  ["100/10 100/10 100/20", "split"],
  ["100/ 100/10 100/10", "single"],
];

/** Room for a copy of the table of thresholds. */
const BEFORE: usize = 0x1000;
const LAYOUT_NAMES: string[] = ["single", "image fs", "split", "odd"];
const LAYOUT_OPTIONS: string[] = [
  '"dedicatedImageFs":false,"splitContainerFs":false',
  '"dedicatedImageFs":true,"splitContainerFs":false',
  '"dedicatedImageFs":true,"splitContainerFs":true',
  '"dedicatedImageFs":false,"splitContainerFs":true',
];

const NODE_AND_IMAGE =
  '"nodefs.available":"10%","nodefs.inodesFree":"5%","imagefs.available":"15%",' +
  '"imagefs.inodesFree":"6%"';

/**
 * Hard and soft thresholds, the layout, and the containerfs thresholds that are in force after
 * discovery. A soft one has a grace period of 30s; `nothing` is a threshold that is never met.
 */
const MIRRORED: string[][] = [
  [NODE_AND_IMAGE, "", "single", "hard available<10%, hard inodesFree<5%"],
  [NODE_AND_IMAGE, "", "image fs", "hard available<15%, hard inodesFree<6%"],
  [NODE_AND_IMAGE, "", "split", "hard available<10%, hard inodesFree<5%"],
  [NODE_AND_IMAGE, "", "odd", ""],
  ["", '"nodefs.available":"20%"', "single", "soft available<20%"],
  ["", '"imagefs.inodesFree":"7%"', "image fs", "soft inodesFree<7%"],
  [
    NODE_AND_IMAGE,
    '"nodefs.available":"20%"',
    "image fs",
    "hard available<15%, hard inodesFree<6%",
  ],
  [
    NODE_AND_IMAGE,
    '"nodefs.available":"20%"',
    "split",
    "hard available<10%, soft available<20%, hard inodesFree<5%",
  ],
  ['"containerfs.available":"1%"', "", "odd", "hard available<1%"],
  ['"containerfs.available":"1%","nodefs.available":"10%"', "", "single", "hard available<10%"],
  [
    '"containerfs.available":"1%","nodefs.available":"10%"',
    "",
    "image fs",
    "hard available nothing",
  ],
  ['"containerfs.inodesFree":"1%"', "", "single", "hard inodesFree nothing"],
  ["", '"containerfs.available":"1%","nodefs.available":"20%"', "split", "soft available<20%"],
  [
    NODE_AND_IMAGE + ',"containerfs.available":"1%"',
    "",
    "single",
    "hard available<10%, hard inodesFree<5%",
  ],
];

/**
 * Hard thresholds, enforcement, and the containerfs thresholds that the first step evaluates: it
 * goes on with the list it had, as far as no append has replaced the list. Spec 1.6.6.
 */
const FIRST_STEPS: string[][] = [
  [NODE_AND_IMAGE, "pods", ""],
  ['"containerfs.available":"50%","nodefs.available":"10%"', "pods", "hard available<10%"],
  ['"containerfs.inodesFree":"50%","nodefs.inodesFree":"5%"', "pods", "hard inodesFree<50%"],
  [
    '"containerfs.inodesFree":"50%","nodefs.inodesFree":"5%","memory.available":"1Gi"',
    "pods",
    "hard inodesFree<5%",
  ],
  ['"containerfs.inodesFree":"50%","nodefs.inodesFree":"5%"', "none", "hard inodesFree<50%"],
];

function layoutNumber(name: string): i32 {
  return LAYOUT_NAMES.indexOf(name);
}

/** Puts thresholds in force on a node of a layout that is given. */
function giveThresholds(hard: string, soft: string, layout: string, enforced: string): void {
  const options = LAYOUT_OPTIONS[layoutNumber(layout)];
  const grace: string[] = [];
  const softs = soft.split(",");
  for (let i = 0; i < softs.length; i++) {
    if (softs[i].length > 0) grace.push(`${softs[i].split(":")[0]}:"30s"`);
  }
  givePolicy(
    `"evictionHard":{${hard}},"evictionSoft":{${soft}},"evictionSoftGracePeriod":` +
      `{${grace.join(",")}},"enforceNodeAllocatable":["${enforced}"],` +
      `"plimsoll":{"layout":{${options}}}`,
  );
  clearObservations(RECORDED);
}

/** Thresholds of containerfs in a set, in canonical order of signals, hard ones first. */
function containerFsThresholds(mask: u64): string {
  const found: string[] = [];
  for (let slot = 0; slot < 4; slot++) {
    const signal: i32 = slot < 2 ? Signal.ContainerFsAvailable : Signal.ContainerFsInodesFree;
    for (let index = 0; index < i32(policy.thresholdCount); index++) {
      const threshold = thresholdAt(index);
      if (!inMask(mask, index) || i32(threshold.signal) != signal) continue;
      if (isHard(threshold) != (slot % 2 == 0)) continue;
      const name = SIGNAL_NAMES[signal].split(".")[1];
      const value = textAt(threshold.text, usize(threshold.textSize));
      const text = threshold.valueKind == ValueKind.None ? " nothing" : `<${value}`;
      found.push(`${isHard(threshold) ? "hard" : "soft"} ${name}${text}`);
    }
  }
  return found.join(", ");
}

/** Observes the capacities of a file system: `100/10`, or nothing. */
function observeFs(text: string, bytes: Signal): void {
  if (text == "-") return;
  const parts = text.split("/");
  observeSignal(RECORDED, bytes, 1, I64.parseInt(parts[0]));
  if (parts[1].length > 0) observeSignal(RECORDED, bytes + 1, 1, I64.parseInt(parts[1]));
}

function showSingle(): void {
  clearObservations(RECORDED);
  observeFs("100/10", Signal.NodeFsAvailable);
  observeFs("100/10", Signal.ImageFsAvailable);
}

function discovered(row: string): string {
  givePolicy("");
  clearObservations(RECORDED);
  const parts = row.split(" ");
  observeFs(parts[0], Signal.NodeFsAvailable);
  observeFs(parts[1], Signal.ImageFsAvailable);
  observeFs(parts[2], Signal.ContainerFsAvailable);
  discoverLayout(true);
  return LAYOUT_NAMES[layoutInForce()];
}

describe("the layout", () => {
  it("is derived from the sizes of the file systems when it is not given (Spec 1.5)", () => {
    for (let i = 0; i < LAYOUTS.length; i++) {
      expect(discovered(LAYOUTS[i][0])).toBe(LAYOUTS[i][1], LAYOUTS[i][0]);
    }
  });

  it("is the one given, whatever the Summary shows", () => {
    for (let layout = 0; layout < LAYOUT_NAMES.length; layout++) {
      giveThresholds("", "", LAYOUT_NAMES[layout], "none");
      observeFs("100/10", Signal.NodeFsAvailable);
      observeFs("200/20", Signal.ImageFsAvailable);
      observeFs("300/30", Signal.ContainerFsAvailable);
      discoverLayout(true);
      expect(LAYOUT_NAMES[layoutInForce()]).toBe(LAYOUT_NAMES[layout]);
    }
  });

  it("is not known while nodefs or imagefs is not shown (Spec 1.5)", () => {
    for (let i = 0; i < UNKNOWN.length; i++) {
      discovered(UNKNOWN[i]);
      expect(stateHas(StateFlag.Discovered)).toBe(false, UNKNOWN[i]);
      expect(discoverLayout(true)).toBe(StepFailure.LayoutUnknown, UNKNOWN[i]);
    }
    discovered("- - -");
    expect(stateHas(StateFlag.Discovered)).toBe(false);
    expect(discoverLayout(true)).toBe(StepFailure.None);
  });

  it("was found in a step without a Summary, unless the next one does not show it", () => {
    givePolicy("");
    discoverLayoutUnseen();
    expect(stateHas(StateFlag.Missed)).toBe(true);
    clearObservations(RECORDED);
    observeFs("100/10", Signal.NodeFsAvailable);
    discoverLayout(false);
    expect(stateHas(StateFlag.Missed)).toBe(false);
    discoverLayoutUnseen();
    observeFs("200/10", Signal.ImageFsAvailable);
    discoverLayout(false);
    expect(LAYOUT_NAMES[layoutInForce()]).toBe("image fs");
    expect(stateHas(StateFlag.Missed)).toBe(false);
    discoverLayoutUnseen();
    expect(stateHas(StateFlag.Missed)).toBe(false);
  });

  it("is discovered once", () => {
    expect(discovered("100/10 200/20 200/20")).toBe("image fs");
    expect(stateHas(StateFlag.Discovered)).toBe(true);
    observeFs("300/30", Signal.ContainerFsAvailable);
    discoverLayout(true);
    expect(LAYOUT_NAMES[layoutInForce()]).toBe("image fs");
  });
});

describe("containerfs thresholds", () => {
  it("are those of the file system that containers live on (Spec 1.6)", () => {
    for (let i = 0; i < MIRRORED.length; i++) {
      const row = MIRRORED[i];
      giveThresholds(row[0], row[1], row[2], "pods");
      discoverLayout(true);
      expect(containerFsThresholds(allThresholds())).toBe(row[3], row.join(" "));
    }
  });

  it("take over grace period and minimum reclaim (Spec 1.6.3)", () => {
    givePolicy(
      '"evictionHard":{},"evictionSoft":{"nodefs.available":"20%"},"evictionSoftGracePeriod":' +
        '{"nodefs.available":"1m"},"evictionMinimumReclaim":{"nodefs.available":"5Gi"}',
    );
    showSingle();
    discoverLayout(true);
    expect(policy.thresholdCount).toBe(2);
    const mirrored = thresholdAt(1);
    expect(i32(mirrored.signal)).toBe(Signal.ContainerFsAvailable);
    expect(mirrored.gracePeriodNanos).toBe(60000000000);
    expect(mirrored.minReclaimKind).toBe(u8(ValueKind.Quantity));
    expect(textAt(mirrored.minReclaimText, usize(mirrored.minReclaimTextSize))).toBe("5Gi");
  });

  it("are evaluated in the first step as far as its list shows them (Spec 1.6.6)", () => {
    for (let i = 0; i < FIRST_STEPS.length; i++) {
      const row = FIRST_STEPS[i];
      giveThresholds(row[0], "", "single", row[1]);
      discoverLayout(true);
      expect(containerFsThresholds(firstStepThresholds())).toBe(row[2], row.join(" "));
    }
  });

  it("are the same when they are mirrored again", () => {
    for (let i = 0; i < MIRRORED.length; i++) {
      const row = MIRRORED[i];
      giveThresholds(row[0], row[1], row[2], "pods");
      discoverLayout(true);
      const count = policy.thresholdCount;
      const bytes = THRESHOLD_SIZE * usize(count);
      memory.copy(BEFORE, THRESHOLDS_OFFSET, bytes);
      mirrorContainerFs();
      expect(policy.thresholdCount).toBe(count, row.join(" "));
      expect(memory.compare(BEFORE, THRESHOLDS_OFFSET, bytes)).toBe(0, row.join(" "));
    }
  });

  it("are unknown before 1.29", () => {
    givePolicy(`"evictionHard":{${NODE_AND_IMAGE}},"plimsoll":{"kubeletVersion":"1.28"}`);
    showSingle();
    discoverLayout(true);
    expect(containerFsThresholds(allThresholds())).toBe("");
  });
});
