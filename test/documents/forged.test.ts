/** State and frozen bytes are untrusted: anyone who computes their checksum may say anything. */
import { beforeAll, describe, expect, test } from "vitest";
import { SIGNAL_ROWS } from "../../analysis/engine/contract/signals.ts";
import { AGAIN, NO_SUMMARY, Part, Status } from "../../assembly/abi.ts";
import { Checksum } from "./forging/checksum.ts";
import { type Core, coreMaker } from "./forging/core.ts";
import {
  CREDIT_BYTES,
  CREDITS_MAX,
  type Field,
  FROZEN_FIELDS,
  POD_TABLES,
  rowsOf,
  STATE_FIELDS,
  STATE_HEAD_BYTES,
  STATS_TABLES,
} from "./forging/layouts.ts";
import { describeSequence, Sequences } from "./forging/sequences.ts";
import { CANARY } from "./forging/supply.ts";

const SEED = Number(process.env.FUZZ_SEED ?? 20261122);
const SEQUENCES = 300;
const NOW = 1_795_168_800_000_000_000n;
const LATER = NOW + 60_000_000_000n;
const make = coreMaker();
let checksum: Checksum;

beforeAll(async () => {
  checksum = await Checksum.compiled();
}, 120_000);

const json = (document: object) => Buffer.from(JSON.stringify(document));
const CONFIGURATION = json({
  evictionHard: { "memory.available": "1Gi" },
  plimsoll: { whatIf: true, layout: { dedicatedImageFs: false, splitContainerFs: false } },
});
const PODS = json({
  items: ["b", "a"].map((uid) => ({
    metadata: { namespace: "shop", name: `cart-${uid}-ü`, uid },
    spec: {
      containers: [{ name: "web", resources: { requests: { memory: "100m" } } }],
      volumes: [{ name: "v", emptyDir: { sizeLimit: "1Gi" } }],
    },
  })),
});
const SUMMARY = json({
  node: { memory: { availableBytes: 1, workingSetBytes: 9 } },
  pods: ["a", "b"].map((uid) => ({
    podRef: { uid },
    memory: { workingSetBytes: 7 },
    containers: [{ name: "web" }, { name: "debugger" }],
    volume: [{ name: "v", usedBytes: 7 }],
  })),
});

/** After one step that evicted a pod, of which a what-if keeps a credit. */
function stepped(): Core {
  const core = make();
  expect(core.exports.configure(core.write(CONFIGURATION))).toBe(Status.Ok);
  expect(core.exports.pods(core.write(PODS))).toBe(2);
  expect(core.exports.observe(core.write(SUMMARY), NOW)).toBe(2);
  return core;
}

function saved(core: Core): Buffer {
  expect(core.exports.save()).toBeGreaterThan(0);
  return core.answer();
}

function frozen(core: Core, part: Part): Buffer {
  expect(core.exports.freeze(part)).toBeGreaterThan(0);
  return core.answer();
}

function put(bytes: Buffer, at: number, [, offset, width]: Field, value: bigint): void {
  const mask = BigInt.asUintN(8 * width, value);
  if (width === 8) bytes.writeBigUInt64LE(mask, at + offset);
  else bytes.writeUIntLE(Number(mask), at + offset, width);
}

function fieldOf(fields: readonly Field[], name: string): Field {
  const field = fields.find(([own]) => own === name);
  if (field === undefined) throw new Error(`There is no field ${name}.`);
  return field;
}

const ALL = (1n << 64n) - 1n;

describe("a state with the right checksum is refused", () => {
  test.each<[string, bigint]>([
    ["credit count", 0n],
    ["credit count", 2n],
    ["credit count", 250_000n],
    ["credit count", 0xffffffffn],
    ["flags", 16n],
    // A layout that is known, and one that a step before could not find.
    ["flags", 9n],
    // A layout that was not discovered.
    ["flags", 2n],
    ["steps", ALL],
    ["thresholds met", ALL],
    ["thresholds observed", 1n << 31n],
    ["thresholds observed", 1n << 63n],
    ["node conditions", 8n],
    ["node conditions", 4n],
    ["conditions observed", 8n],
    ["signals observed", 1n << BigInt(SIGNAL_ROWS.length)],
    ["signals timed", 256n],
    ["behind the fields", 1n],
    ["behind the times", 1n],
    ["end of the head", 1n << 63n],
  ])("for its %s, %s, and nothing changes", (name, value) => {
    const core = stepped();
    const before = saved(core);
    const bytes = Buffer.from(before);
    put(bytes, 0, fieldOf(STATE_FIELDS, name), value);
    checksum.sealState(bytes);
    expect(core.exports.restore(core.write(bytes))).toBe(Status.InvalidState);
    expect(saved(core).equals(before)).toBe(true);
  });

  test.each([
    ["size", 0, 125],
    ["size", 0, -1],
    ["end", 127, 1 << 24],
  ])("for a credit's %s", (_, at, value) => {
    const core = stepped();
    const bytes = saved(core);
    expect(bytes.length).toBe(STATE_HEAD_BYTES + CREDIT_BYTES + 8);
    if (at === 0) bytes.writeInt32LE(value, STATE_HEAD_BYTES);
    else bytes[STATE_HEAD_BYTES + at] = 1;
    checksum.sealState(bytes);
    expect(core.exports.restore(core.write(bytes))).toBe(Status.InvalidState);
  });

  test("but one with the last step that can be counted goes on, and can be saved again", () => {
    const core = stepped();
    const bytes = saved(core);
    put(bytes, 0, fieldOf(STATE_FIELDS, "steps"), 1n << 53n);
    checksum.sealState(bytes);
    expect(core.exports.restore(core.write(bytes))).toBe(Status.Ok);
    expect(core.exports.observe(core.write(SUMMARY), LATER)).toBeGreaterThanOrEqual(0);
    expect(core.exports.restore(core.write(saved(core)))).toBe(Status.Ok);
  });

  test("for more credits than there is room for", () => {
    const core = stepped();
    const count = CREDITS_MAX + 1;
    const bytes = Buffer.alloc(STATE_HEAD_BYTES + CREDIT_BYTES * count + 8);
    saved(core).copy(bytes, 0, 0, STATE_HEAD_BYTES);
    bytes.writeUInt32LE(count, 28);
    checksum.sealState(bytes);
    expect(core.exports.restore(core.write(bytes))).toBe(Status.InvalidState);
  });
});

/** By table: a field and what it may not be. */
const POD_FAULTS: readonly (readonly [string, string, bigint])[] = [
  ["pod", "uid", 0xffffn],
  ["pod", "uid's size", 0x7fffffffn],
  ["pod", "name", 1n << 31n],
  ["pod", "namespace's size", 0xffffffffn],
  ["pod", "flags", 1n << 22n],
  ["pod", "flags", 65536n],
  ["pod", "first container", 3n],
  ["pod", "container count", 2n],
  ["pod", "container count", 0xffffffffn],
  ["pod", "first volume", 0xffffffffn],
  ["pod", "volume count", 2n],
  ["pod", "QoS class", 1n],
  ["pod", "stated QoS class", 4n],
  ["pod", "containers' QoS class", 0n],
  ["pod", "pod's QoS class", 4n],
  ["pod", "reserved", 1n],
  ["pod", "padding", 1n],
  ["pod", "overhead memory's scale", 0x80000000n],
  ["pod", "pod's memory request's format", 3n],
  ["pod", "overhead inodes's form", 2n],
  ["container", "name's size", 0x00ffffffn],
  ["container", "kind", 3n],
  ["container", "flags", 64n],
  ["container", "allocated memory's use", 3n],
  ["container", "allocated memory's high", 1n],
  ["pod", "allocated memory's text", 1n],
  ["container", "memory request's use", 3n],
  ["container", "memory request's use", 0n],
  ["container", "memory request's text", 0n],
  ["container", "memory request's scale", 0xfffffff0n],
  ["container", "memory request's low", 1n],
  ["container", "storage limit's mantissa", 1n],
  ["container", "storage request's scale", 200_000n],
  ["volume", "name", 0xfffffffn],
  ["volume", "flags", 256n],
  ["volume", "padding", 1n],
  ["volume", "size limit's padding", 1n],
];

const STATS_FAULTS: readonly (readonly [string, string, bigint])[] = [
  ["pod stats", "flags", 33n],
  ["pod stats", "flags", 0n],
  ["pod stats", "first container", 5n],
  ["pod stats", "container count", 4n],
  ["pod stats", "volume count", 0xffffffffn],
  ["pod stats", "reserved", 1n],
  ["container stats", "container", 2n],
  ["container stats", "container", 0xfffffffen],
  ["container stats", "flags", 32n],
  ["container stats", "name's size", 1n],
  ["volume stats", "volume", 0x7fffffffn],
  ["volume stats", "flags", 8n],
];

describe("frozen bytes with the right checksum are refused", () => {
  function expectRefused(part: Part, spoil: (bytes: Buffer) => void): void {
    const core = stepped();
    const before = [frozen(core, Part.Pods), frozen(core, Part.Summary)];
    const bytes = frozen(core, part);
    spoil(bytes);
    checksum.sealFrozen(bytes);
    expect(core.exports.thaw(core.write(bytes))).toBe(Status.InvalidSnapshot);
    expect(frozen(core, Part.Pods).equals(before[0] as Buffer)).toBe(true);
    expect(frozen(core, Part.Summary).equals(before[1] as Buffer)).toBe(true);
  }

  function rowFault(table: string, name: string, value: bigint) {
    return (bytes: Buffer) => {
      const rows = rowsOf(bytes).rows.find((one) => one.table.name === table);
      const fields = [...POD_TABLES, ...STATS_TABLES].find((one) => one.name === table)?.fields;
      put(bytes, rows?.offset ?? 0, fieldOf(fields ?? [], name), value);
    };
  }

  test.each(POD_FAULTS)("for a %s's %s, %s", (table, name, value) => {
    expectRefused(Part.Pods, rowFault(table, name, value));
  });

  test.each(STATS_FAULTS)("for %s: %s, %s", (table, name, value) => {
    expectRefused(Part.Summary, rowFault(table, name, value));
  });

  test.each([Part.Pods, Part.Summary])("for any other header, part %s", (part) => {
    for (const field of FROZEN_FIELDS.filter(([name]) => !["pods' fingerprint"].includes(name))) {
      const isFree = part === Part.Summary && field[0] === "unknown pods";
      if (!isFree) expectRefused(part, (bytes) => put(bytes, 0, field, 0x7fff_0001n));
    }
  });

  test("for pods that are not in order of their uids, or twice the same", () => {
    expectRefused(Part.Pods, (bytes) => {
      const [pods] = rowsOf(bytes).rows;
      const { offset = 0 } = pods ?? {};
      const first = Buffer.from(bytes.subarray(offset, offset + 384));
      bytes.copyWithin(offset, offset + 384, offset + 768);
      first.copy(bytes, offset + 384);
    });
  });

  test("for a text that is not UTF-8, or a reference into the middle of a character", () => {
    expectRefused(Part.Pods, (bytes) => void bytes.writeUInt8(0xff, bytes.indexOf("cart")));
    expectRefused(Part.Pods, (bytes) => {
      const at = rowsOf(bytes).rows[0]?.offset ?? 0;
      bytes.writeUInt32LE(bytes.readUInt32LE(at + 12) - 1, at + 12);
    });
  });

  test("for a quantity's text that would end the string it is written into", () => {
    expectRefused(Part.Pods, (bytes) => void bytes.writeUInt8(0x22, bytes.lastIndexOf("100m") + 1));
  });
});

describe("freezing", () => {
  test("gives the same bytes whatever the engine did before", () => {
    const fresh = stepped();
    const expected = [frozen(fresh, Part.Pods), frozen(fresh, Part.Summary)];
    const core = make();
    const other = { items: [{ metadata: { name: CANARY.repeat(40), uid: CANARY }, spec: {} }] };
    const stats = { podRef: { uid: CANARY }, containers: [{ name: CANARY }, { name: CANARY }] };
    core.exports.configure(core.write(json({ plimsoll: { profile: "proposal-2016" } })));
    core.exports.pods(core.write(json(other)));
    core.exports.observe(core.write(json({ node: {}, pods: [stats, stats] })), NOW);
    core.exports.report(2);
    core.exports.pods(core.write(PODS));
    core.exports.observe(core.write(json({ node: {}, pods: [] })), NOW);
    core.exports.observe(core.write(SUMMARY), NOW);
    expect(frozen(core, Part.Pods).equals(expected[0] as Buffer)).toBe(true);
    expect(frozen(core, Part.Summary).equals(expected[1] as Buffer)).toBe(true);
  });

  test("leaves nothing of a Summary before in the rows of pods without stats", () => {
    const core = stepped();
    core.exports.observe(core.write(json({ node: {}, pods: [] })), NOW);
    const bytes = frozen(core, Part.Summary);
    const stats = rowsOf(bytes).rows.find(({ table }) => table.name === "pod stats");
    const { offset = 0 } = stats ?? {};
    expect(bytes.subarray(offset).every((byte) => byte === 0)).toBe(true);
  });
});

describe("saving while a step is suspended", () => {
  const disk = (seconds: number) => {
    const time = `2026-11-22T10:00:0${seconds}Z`;
    const fs = { time, availableBytes: 1, capacityBytes: 99 };
    return json({ node: { fs, runtime: { imageFs: fs } }, pods: [] });
  };

  test("gives the state before the step: anyone who restores it takes the step again", () => {
    const core = make();
    core.exports.configure(core.write(Buffer.from("{}")));
    core.exports.pods(core.write(PODS));
    const before = saved(core);
    expect(core.exports.observe(core.write(disk(1)), NOW)).toBe(1);
    const suspended = saved(core);
    expect(suspended.equals(before)).toBe(true);
    expect(core.exports.reclaimed(NO_SUMMARY)).toBe(2);
    core.exports.report(2);
    const expected = core.answer();
    core.exports.restore(core.write(suspended));
    expect(core.exports.observe(core.write(disk(1)), NOW)).toBe(1);
    expect(core.exports.reclaimed(NO_SUMMARY)).toBe(2);
    core.exports.report(2);
    expect(core.output().equals(expected)).toBe(true);
  });

  test("brings back the credits that the dropped step found settled", () => {
    const core = make();
    core.exports.configure(core.write(json({ plimsoll: { whatIf: true } })));
    core.exports.pods(core.write(PODS));
    expect(core.exports.observe(core.write(SUMMARY), NOW)).toBe(2);
    const credited = saved(core);
    // The evicted pod is gone from the stats, so its credit goes; the disk waits for reclaim.
    expect(core.exports.observe(core.write(disk(1)), LATER)).toBe(1);
    expect(saved(core).equals(credited)).toBe(true);
    expect(core.exports.observe(core.write(Buffer.from("{")), LATER)).toBeLessThan(0);
    expect(saved(core).equals(credited)).toBe(true);
  });

  /** Each drops the step: without its end it did not happen. The second column goes without it. */
  const drops: [how: string, drop: (core: Core) => number, instead?: (core: Core) => number][] = [
    ["a refused Summary", (core) => core.exports.observe(core.write(Buffer.from("{")), LATER)],
    ["another Summary", (core) => core.exports.observe(core.write(disk(9)), LATER)],
    [
      "the same Summary again",
      (core) => core.exports.observe(AGAIN, LATER),
      (core) => core.exports.observe(core.write(disk(1)), LATER),
    ],
    ["a Summary that could not be had", (core) => core.exports.observe(NO_SUMMARY, LATER)],
    ["another pod list", (core) => core.exports.pods(core.write(json({ items: [] })))],
    ["frozen pods", (core) => core.exports.thaw(core.write(frozen(core, Part.Pods)))],
  ];

  test.each(drops)("%s drops the step, which then did not happen", (_, drop, instead = drop) => {
    const [core, other] = [make(), make()];
    for (const each of [core, other]) {
      each.exports.configure(each.write(Buffer.from("{}")));
      each.exports.pods(each.write(PODS));
    }
    expect(core.exports.observe(core.write(disk(1)), NOW)).toBe(1);
    expect(drop(core)).toBe(instead(other));
    expect(saved(core).equals(saved(other))).toBe(true);
    const next = [core, other].map((each) => {
      each.exports.observe(each.write(disk(9)), LATER + 10_000_000_000n);
      each.exports.reclaimed(NO_SUMMARY);
      each.exports.report(2);
      return each.answer().toString();
    });
    expect(next[0]).toBe(next[1]);
  });
});

test("nodeAllocatable does not show what an earlier report computed", () => {
  const fs = { time: "2026-03-14T09:26:00Z", availableBytes: 900, capacityBytes: 1000 };
  const configuration = json({ evictionHard: { "memory.available": "70%" } });
  const memory = { availableBytes: 8000, workingSetBytes: 2000 };
  const answers = [true, false].map((asksBefore) => {
    const core = make();
    core.exports.configure(core.write(configuration));
    core.exports.pods(core.write(json({ items: [] })));
    core.exports.observe(core.write(json({ node: { memory, fs }, pods: [] })), NOW);
    if (asksBefore) core.exports.report(1);
    core.exports.observe(core.write(json({ node: { fs }, pods: [] })), NOW + 10_000_000_000n);
    core.exports.report(1);
    return core.answer().toString();
  });
  expect(answers[0]).toBe(answers[1]);
  const [allocatable] = JSON.parse(answers[0] ?? "").nodeAllocatable;
  expect(allocatable).toEqual({ resource: "memory", systemReserved: "0", kubeReserved: "0" });
});

test(`${SEQUENCES} sequences of verbs with forged bytes, seed ${SEED}`, async () => {
  const sequences = await Sequences.of(SEED);
  for (let number = 0; number < SEQUENCES && !sequences.isFull; number++) sequences.run(number);
  const found = sequences.findings.map((finding) => describeSequence(SEED, finding));
  expect(found.join("\n")).toBe("");
}, 120_000);
