/** A KubeletConfiguration: its thresholds, and the errors that stop the kubelet. Spec 2. */
import { failurePath, give, statusName, textAt } from "../../../base/__tests__/input.ts";
import { expectWhole, inOrder, orders } from "../../../node/documents/__tests__/members.ts";
import { SIGNAL_NAMES } from "../../../node/model/signalTable.ts";
import { findingAt } from "../../model/findings.ts";
import { PolicyFlag, policy, policyHas, stagedPolicy } from "../../model/policy.ts";
import { ORIGIN_NAMES, Threshold, thresholdAt } from "../../model/threshold.ts";
import { configure } from "../../verbs.ts";

const QUANTITY_FORMAT =
  "quantities must match the regular expression " +
  "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const DEFAULTS =
  "default memory.available<100Mi, default nodefs.available<10%, default nodefs.inodesFree<5%, " +
  "default imagefs.available<15%, default imagefs.inodesFree<5%, " +
  "enforceNodeAllocatable allocatableMemory.available<100Mi";
const DISKS =
  "default nodefs.available<10%, default nodefs.inodesFree<5%, default imagefs.available<15%, " +
  "default imagefs.inodesFree<5%";
const SOFT = '"evictionSoft":{"memory.available":"1Gi"}';

/** Members of the configuration, and its thresholds in the kubelet's order. Spec 2.2, 2.7. */
const THRESHOLDS: string[][] = [
  ["", DEFAULTS],
  ['"evictionHard":null,"enforceNodeAllocatable":null', DEFAULTS],
  ['"evictionHard":{}', ""],
  [
    '"evictionHard":{"memory.available":"1Gi"}',
    "evictionHard memory.available<1Gi, enforceNodeAllocatable allocatableMemory.available<1Gi",
  ],
  [
    '"evictionHard":{"memory.available":"1Gi"},"mergeDefaultEvictionSettings":true',
    `evictionHard memory.available<1Gi, ${DISKS}, ` +
      "enforceNodeAllocatable allocatableMemory.available<1Gi",
  ],
  ['"evictionHard":{"memory.available":"0%"},"mergeDefaultEvictionSettings":true', DISKS],
  // For any release: a sweep varies one of them.
  [
    '"evictionHard":{"memory.available":"1Gi"},"plimsoll":{"keepDefaults":true}',
    `evictionHard memory.available<1Gi, ${DISKS}, ` +
      "enforceNodeAllocatable allocatableMemory.available<1Gi",
  ],
  ['"evictionHard":{"memory.available":"0%","pid.available":"100%"}', ""],
  [
    '"evictionHard":{"nodefs.available":"0.0%","imagefs.available":"100.0%"}',
    "evictionHard nodefs.available<0.0%, evictionHard imagefs.available<100.0%",
  ],
  ['"evictionHard":{"nodefs.available":"10%%"}', "evictionHard nodefs.available<10%%"],
  [
    '"evictionHard":{"nodefs.available":"1","nodefs.available":"2"}',
    "evictionHard nodefs.available<2",
  ],
  [
    `"evictionHard":{},${SOFT},"evictionSoftGracePeriod":{"memory.available":"1m30s"}`,
    "evictionSoft memory.available<1Gi for 90000000000",
  ],
  [
    `"evictionHard":{"memory.available":"1Mi"},${SOFT},` +
      '"evictionSoftGracePeriod":{"memory.available":"0s"}',
    "evictionHard memory.available<1Mi, evictionSoft memory.available<1Gi, " +
      "enforceNodeAllocatable allocatableMemory.available<1Mi, " +
      "enforceNodeAllocatable allocatableMemory.available<1Gi",
  ],
  [
    '"evictionHard":{"memory.available":"1Mi"},"evictionMinimumReclaim":' +
      '{"memory.available":"150%","nodefs.available":"0"}',
    "evictionHard memory.available<1Mi reclaiming 150%, " +
      "enforceNodeAllocatable allocatableMemory.available<1Mi reclaiming 150%",
  ],
  [
    '"evictionHard":{"memory.available":"1Mi"},"enforceNodeAllocatable":["none"]',
    "evictionHard memory.available<1Mi",
  ],
  [
    '"evictionHard":{"memory.available":"1Mi"},"enforceNodeAllocatable":[]',
    "evictionHard memory.available<1Mi",
  ],
  [
    '"evictionHard":{"allocatableMemory.available":"1Mi"}',
    "evictionHard allocatableMemory.available<1Mi",
  ],
  ['"evictionHard":{"pid.available":"1k"}', "evictionHard pid.available<1k"],
];

/** Maps, and what the kubelet says of them. Spec 2.3, 2.5, 2.6. */
const ERRORS: string[][] = [
  ["hard", '"swap.available":"1Gi"', "unsupported eviction signal swap.available"],
  ["hard", '"Memory.available":"1Gi"', "unsupported eviction signal Memory.available"],
  ["hard", '"memory.available":"100MB"', QUANTITY_FORMAT],
  ["hard", '"memory.available":""', QUANTITY_FORMAT],
  ["hard", '"memory.available":" 1Gi"', QUANTITY_FORMAT],
  ["hard", '"memory.available":null', QUANTITY_FORMAT],
  ["hard", '"memory.available":"1K"', "unable to parse quantity's suffix"],
  ["hard", '"memory.available":"0"', "eviction threshold memory.available must be positive: 0"],
  [
    "hard",
    '"memory.available":"-1Gi"',
    "eviction threshold memory.available must be positive: -1Gi",
  ],
  ["hard", '"memory.available":"Mi"', "eviction threshold memory.available must be positive: 0"],
  [
    "hard",
    '"nodefs.available":"-1%"',
    "eviction percentage threshold nodefs.available must be >= 0%: -1%",
  ],
  [
    "hard",
    '"nodefs.available":"101%"',
    "eviction percentage threshold nodefs.available must be <= 100%: 101%",
  ],
  [
    "hard",
    '"nodefs.available":"inf%"',
    "eviction percentage threshold nodefs.available must be <= 100%: inf%",
  ],
  ["hard", '"nodefs.available":" 10%"', 'strconv.ParseFloat: parsing " 10": invalid syntax'],
  ["soft", '"pid.available":"0"', "eviction threshold pid.available must be positive: 0"],
  ["grace", '"memory.available":"30"', 'time: missing unit in duration "30"'],
  ["grace", '"memory.available":""', 'time: invalid duration ""'],
  ["grace", '"memory.available":"1d"', 'time: unknown unit "d" in duration "1d"'],
  [
    "grace",
    '"memory.available":"-1s"',
    "invalid eviction grace period specified: -1s, must be a positive value",
  ],
  ["grace", '"cpu.available":"1s"', "unsupported eviction signal cpu.available"],
  [
    "reclaim",
    '"nodefs.available":"0%"',
    "eviction percentage minimum reclaim nodefs.available must be positive: 0%",
  ],
  [
    "reclaim",
    '"nodefs.available":"-1Gi"',
    "negative eviction minimum reclaim specified for nodefs.available",
  ],
  ["reclaim", '"nodefs.available":"x"', QUANTITY_FORMAT],
  ["reclaim", '"nodefs":"1Gi"', "unsupported eviction signal nodefs"],
];

/** Whole documents, their status and the path of the error. */
const REFUSED: string[][] = [
  ["[]", "WrongType $"],
  ['{"kind":"Pod"}', "WrongDocument $.kind"],
  ['{"evictionHard":[]}', "WrongType $.evictionHard"],
  ['{"evictionHard":{"memory.available":100}}', "WrongType $.evictionHard.memory.available"],
  ['{"evictionSoftGracePeriod":"30s"}', "WrongType $.evictionSoftGracePeriod"],
  ['{"evictionMaxPodGracePeriod":"30"}', "WrongType $.evictionMaxPodGracePeriod"],
  ['{"evictionMaxPodGracePeriod":2147483648}', "WrongType $.evictionMaxPodGracePeriod"],
  ['{"evictionPressureTransitionPeriod":300}', "WrongType $.evictionPressureTransitionPeriod"],
  ['{"enforceNodeAllocatable":"pods"}', "WrongType $.enforceNodeAllocatable"],
  ['{"enforceNodeAllocatable":["pods",1]}', "WrongType $.enforceNodeAllocatable[1]"],
  ['{"localStorageCapacityIsolation":1}', "WrongType $.localStorageCapacityIsolation"],
  ['{"systemReserved":{"memory":[]}}', "WrongType $.systemReserved.memory"],
  [
    '{"plimsoll":{"layout":{"splitContainerFs":0}}}',
    "WrongType $.plimsoll.layout.splitContainerFs",
  ],
  ['{"evictionHard":{"memory.available":100},}', "InvalidJson $.evictionHard"],
];

/** Members, and transition period, largest grace period, isolation after them. Spec 2.7. */
const SCALARS: string[][] = [
  ["", "300000000000 0 true"],
  ['"evictionPressureTransitionPeriod":"30s"', "30000000000 0 true"],
  ['"evictionPressureTransitionPeriod":"0s"', "300000000000 0 true"],
  ['"evictionPressureTransitionPeriod":"-1s"', "-1000000000 0 true"],
  [
    '"evictionPressureTransitionPeriod":"0s","plimsoll":' +
      '{"replacedByFlags":["evictionHard","evictionPressureTransitionPeriod"]}',
    "0 0 true",
  ],
  ['"evictionMaxPodGracePeriod":-2147483648', "300000000000 -2147483648 true"],
  ['"localStorageCapacityIsolation":false', "300000000000 0 false"],
  ['"evictionMaxPodGracePeriod":null,"localStorageCapacityIsolation":null', "300000000000 0 true"],
];

const MEMBERS: string[] = [
  '"evictionHard":{"memory.available":"1Mi"}',
  SOFT,
  '"evictionSoftGracePeriod":{"memory.available":"10s"}',
  '"evictionMinimumReclaim":{"memory.available":"1Ki"}',
  '"enforceNodeAllocatable":["none"]',
];

function decode(text: string): i32 {
  return configure(give(text));
}

function thresholdText(threshold: Threshold): string {
  const origin = ORIGIN_NAMES[threshold.origin];
  const value = textAt(threshold.text, usize(threshold.textSize));
  let text = `${origin} ${SIGNAL_NAMES[threshold.signal]}<${value}`;
  if (threshold.gracePeriodNanos != 0) text += ` for ${threshold.gracePeriodNanos}`;
  const reclaim = textAt(threshold.minReclaimText, usize(threshold.minReclaimTextSize));
  return threshold.minReclaimKind == 0 ? text : `${text} reclaiming ${reclaim}`;
}

function thresholds(): string {
  const found: string[] = [];
  for (let i = 0; i < i32(policy.thresholdCount); i++) found.push(thresholdText(thresholdAt(i)));
  return found.join(", ");
}

/** The errors of a configuration that was refused, each with its path. */
function errors(): string[] {
  const found: string[] = [];
  const count = stagedPolicy.errorCount + stagedPolicy.warningCount;
  for (let index: u32 = 0; index < count; index++) {
    const finding = findingAt(index, true);
    if (finding.isError == 0) continue;
    const path = textAt(finding.path, usize(finding.pathSize));
    found.push(`${path}: ${textAt(finding.message, usize(finding.messageSize))}`);
  }
  return found;
}

/** A configuration with this map as its only one of a kind. */
function withMap(kind: string, map: string): string {
  if (kind == "hard") return `{"evictionHard":{${map}}}`;
  if (kind == "grace") return `{"evictionSoftGracePeriod":{${map}}}`;
  if (kind == "reclaim") return `{"evictionMinimumReclaim":{${map}}}`;
  return `{"evictionSoft":{${map}},"evictionSoftGracePeriod":{"pid.available":"1s"}}`;
}

function memberOf(kind: string): string {
  if (kind == "hard") return "evictionHard";
  if (kind == "soft") return "evictionSoft";
  return kind == "grace" ? "evictionSoftGracePeriod" : "evictionMinimumReclaim";
}

describe("a configuration", () => {
  it("results in thresholds in the kubelet's order (Spec 2.2, 2.7)", () => {
    for (let i = 0; i < THRESHOLDS.length; i++) {
      expect(statusName(decode(`{${THRESHOLDS[i][0]}}`))).toBe("Ok", THRESHOLDS[i][0]);
      expect(thresholds()).toBe(THRESHOLDS[i][1], THRESHOLDS[i][0]);
    }
  });

  it("is the same whatever the order of its members", () => {
    for (let n = 0; n < orders(MEMBERS); n++) {
      decode(inOrder(MEMBERS, n));
      expect(thresholds()).toBe(
        "evictionHard memory.available<1Mi reclaiming 1Ki, " +
          "evictionSoft memory.available<1Gi for 10000000000 reclaiming 1Ki",
        inOrder(MEMBERS, n),
      );
    }
  });

  it("has the kubelet's default for every scalar (Spec 2.7)", () => {
    for (let i = 0; i < SCALARS.length; i++) {
      expect(statusName(decode(`{${SCALARS[i][0]}}`))).toBe("Ok", SCALARS[i][0]);
      const period = `${policy.pressureTransitionPeriodNanos} ${policy.maxPodGracePeriodSeconds}`;
      const isolation = policyHas(PolicyFlag.LocalStorageCapacityIsolation);
      expect(`${period} ${isolation}`).toBe(SCALARS[i][1], SCALARS[i][0]);
    }
  });

  it("is refused in the kubelet's words, with the path to each text (Spec 2.3-2.6)", () => {
    for (let i = 0; i < ERRORS.length; i++) {
      expect(statusName(decode(withMap(ERRORS[i][0], ERRORS[i][1])))).toBe("InvalidConfiguration");
      const path = `${memberOf(ERRORS[i][0])}["${ERRORS[i][1].split('"')[1]}"]`;
      expect(errors().join("; ")).toBe(`${path}: ${ERRORS[i][2]}`, ERRORS[i][1]);
    }
  });

  it("is refused for text that is not a duration (Spec 2.5)", () => {
    expect(statusName(decode('{"evictionPressureTransitionPeriod":"5"}'))).toBe(
      "InvalidConfiguration",
    );
    const path = "evictionPressureTransitionPeriod";
    expect(errors().join("; ")).toBe(`${path}: time: missing unit in duration "5"`);
  });

  it("is refused with all its errors at once, hard ones first (Spec 2.2)", () => {
    decode(
      `{${SOFT},"evictionMinimumReclaim":{"nodefs.available":"x"},"evictionHard":{"x":"1Gi",` +
        '"memory.available":"0"},"evictionSoftGracePeriod":{"nodefs.available":"-1s"}}',
    );
    const found = errors();
    expect(found.length).toBe(5);
    expect(found[0]).toBe('evictionHard["x"]: unsupported eviction signal x');
    expect(found[1].startsWith('evictionHard["memory.available"]: eviction')).toBe(true);
    expect(found[4].startsWith('evictionMinimumReclaim["nodefs.available"]')).toBe(true);
    expect(found.join(";").includes("grace period must be specified for the soft")).toBe(true);
  });

  it("leaves the policy in force as it was when it is refused", () => {
    decode('{"evictionHard":{"memory.available":"5Mi"},"evictionMaxPodGracePeriod":7}');
    for (let i = 0; i < REFUSED.length; i++) {
      decode(REFUSED[i][0]);
      expect(failurePath()).toBe(REFUSED[i][1], REFUSED[i][0]);
    }
    decode('{"evictionHard":{"memory.available":"0"}}');
    expect(thresholdText(thresholdAt(0))).toBe("evictionHard memory.available<5Mi");
    expect(policy.maxPodGracePeriodSeconds).toBe(7);
  });

  it("is refused when it is cut off anywhere", () => {
    expectWhole(`{${MEMBERS.join(",")},"kind":"KubeletConfiguration","x":[1.5e-3]}`, decode);
  });
});
