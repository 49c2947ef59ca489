/** What leaves the engine as opaque bytes comes back whole, or not at all. */

import { Action, AGAIN, Part, Status } from "../../../abi.ts";
import { give, output, statusName } from "../../../base/__tests__/input.ts";
import { hashWords } from "../../../base/arithmetic/hash.ts";
import { INPUT_OFFSET, OUTPUT_OFFSET } from "../../../base/memory.ts";
import { outputSize } from "../../../base/surface.ts";
import {
  CONTAINER_SIZE,
  CONTAINER_STATS_OFFSET,
  CONTAINER_STATS_SIZE,
  CONTAINERS_OFFSET,
  OBSERVATIONS_BYTES,
  OBSERVATIONS_OFFSET,
  POD_SIZE,
  POD_STATS_OFFSET,
  POD_STATS_SIZE,
  PODS_OFFSET,
  STATS_HEADER_OFFSET,
  TABLES_HEADER_OFFSET,
  TEXT_OFFSET,
} from "../../../node/memory.ts";
import { POLICY_BYTES, POLICY_OFFSET, STATE_OFFSET, STEP_OFFSET } from "../../memory.ts";
import { STATE_HEAD_BYTES } from "../../model/state.ts";
import { STEP_RECORD_BYTES } from "../../model/step.ts";
import { configure, freeze, observe, pods, report, restore, save, thaw } from "../../verbs.ts";

const CONFIGURATION =
  '{"evictionHard":{"memory.available":"100Mi"},"evictionSoft":{"memory.available":"1Gi"},' +
  '"evictionSoftGracePeriod":{"memory.available":"30s"}}';

const PODS =
  '{"items":[{"metadata":{"namespace":"shop","name":"cart","uid":"a"},"spec":{"containers":' +
  '[{"name":"web","resources":{"requests":{"memory":"64Mi"}}}],"volumes":[{"name":"v",' +
  '"emptyDir":{}}]},"status":{"allocatedResources":{"memory":"48Mi"},"containerStatuses":[' +
  '{"name":"web","allocatedResources":{"memory":"32Mi"}}]}},{"metadata":{"namespace":"shop",' +
  '"name":"till","uid":"b"},"spec":{}}]}';

/** As many pods, containers and volumes as above. */
const OTHER_PODS =
  '{"items":[{"metadata":{"uid":"c"},"spec":{"containers":[{}],"volumes":[{}]}},{}]}';

const SECOND: i64 = 1000000000;

function summary(time: string, availableBytes: i64): string {
  return (
    `{"node":{"memory":{"time":"2026-11-20T10:00:${time}Z","availableBytes":${availableBytes},` +
    '"workingSetBytes":4294967296}},"pods":[{"podRef":{"uid":"a"},"memory":{"workingSetBytes":' +
    '100000000},"containers":[{"name":"web","memory":{"workingSetBytes":100000000}},' +
    '{"name":"debugger"}],"volume":[{"name":"v","usedBytes":7}]}]}'
  );
}

function take(verb: i32): void {
  expect(verb).toBeGreaterThanOrEqual(0, "a verb that succeeds");
}

/** An engine that is 20 s into a soft grace period. */
function start(): void {
  take(configure(give(CONFIGURATION)));
  take(pods(give(PODS)));
  take(observe(give(summary("00", 500000000)), 0));
  take(observe(give(summary("20", 500000000)), 20 * SECOND));
}

/** The decision of a step, all of it. */
function decisionOf(size: i32, now: i64): string {
  take(observe(size, now));
  take(report(2));
  return output();
}

/** Moves the last answer to the input region; answers its size. */
function returnAnswer(): i32 {
  const size = outputSize();
  memory.copy(INPUT_OFFSET, OUTPUT_OFFSET, usize(size));
  return size;
}

/** Covers everything that the documents and steps above leave in memory. */
function engineDigest(): u64 {
  let digest = hashWords(STATE_OFFSET, i32(STATE_HEAD_BYTES));
  digest = digest * 3 + hashWords(POLICY_OFFSET, i32(POLICY_BYTES));
  digest = digest * 3 + hashWords(OBSERVATIONS_OFFSET, i32(OBSERVATIONS_BYTES));
  digest = digest * 3 + hashWords(STEP_OFFSET, i32(STEP_RECORD_BYTES));
  digest = digest * 3 + hashWords(TABLES_HEADER_OFFSET, 0x80);
  digest = digest * 3 + hashWords(STATS_HEADER_OFFSET, 0x80);
  digest = digest * 3 + hashWords(PODS_OFFSET, 3 * i32(POD_SIZE));
  digest = digest * 3 + hashWords(CONTAINERS_OFFSET, 2 * i32(CONTAINER_SIZE));
  digest = digest * 3 + hashWords(POD_STATS_OFFSET, 3 * i32(POD_STATS_SIZE));
  digest = digest * 3 + hashWords(CONTAINER_STATS_OFFSET, 3 * i32(CONTAINER_STATS_SIZE));
  return digest * 3 + hashWords(TEXT_OFFSET, 0x100);
}

/** Every bit of the input, one after the other: refused with this status, and nothing changed. */
function expectEveryFlipRefused(size: i32, verb: (size: i32) => i32, status: Status): void {
  const digest = engineDigest();
  for (let offset: usize = 0; offset < usize(size); offset++) {
    const byte = load<u8>(INPUT_OFFSET + offset);
    for (let bit = 0; bit < 8; bit++) {
      store<u8>(INPUT_OFFSET + offset, byte ^ ((<u8>1) << u8(bit)));
      const answer = verb(size);
      if (answer != status) {
        expect(statusName(answer)).toBe(statusName(status), `bit ${bit} of byte ${offset}`);
      }
    }
    store<u8>(INPUT_OFFSET + offset, byte);
    if (engineDigest() != digest) expect(offset.toString()).toBe("harmless", "a byte that matters");
  }
}

function expectOtherSizesRefused(size: i32, verb: (size: i32) => i32, status: Status): void {
  const digest = engineDigest();
  for (let shorter = 0; shorter < size; shorter++) {
    const answer = verb(shorter);
    if (answer != status) expect(statusName(answer)).toBe(statusName(status), `size ${shorter}`);
  }
  expect(statusName(verb(size + 1))).toBe(statusName(status));
  expect(statusName(verb(size + 8))).toBe(statusName(status));
  expect(statusName(verb(i32.MAX_VALUE))).toBe("InputTooLarge");
  expect(statusName(verb(-1))).toBe("InvalidArgument");
  expect(engineDigest()).toBe(digest);
}

describe("a saved state", () => {
  it("goes on where it stopped", () => {
    start();
    take(save());
    const size = returnAnswer();
    memory.copy(INPUT_OFFSET + 0x10000, INPUT_OFFSET, usize(size));
    const expected = decisionOf(give(summary("30", 500000000)), 30 * SECOND);
    expect(expected.includes('"action":"EvictPod"')).toBe(true);
    take(configure(give(CONFIGURATION)));
    memory.copy(INPUT_OFFSET, INPUT_OFFSET + 0x10000, usize(size));
    take(restore(size));
    expect(decisionOf(give(summary("30", 500000000)), 30 * SECOND)).toBe(expected);
  });

  it("comes back unchanged", () => {
    start();
    take(save());
    const size = returnAnswer();
    take(restore(size));
    take(save());
    expect(outputSize()).toBe(size);
    expect(memory.compare(OUTPUT_OFFSET, INPUT_OFFSET, usize(size))).toBe(0);
  });

  it("is refused with any bit changed, and nothing happens", () => {
    start();
    take(save());
    expectEveryFlipRefused(returnAnswer(), restore, Status.InvalidState);
  });

  it("is refused with any other size, and nothing happens", () => {
    start();
    take(save());
    expectOtherSizesRefused(returnAnswer(), restore, Status.InvalidState);
  });

  it("is refused under another configuration", () => {
    start();
    take(save());
    const size = returnAnswer();
    memory.copy(INPUT_OFFSET + 0x10000, INPUT_OFFSET, usize(size));
    take(configure(give("{}")));
    memory.copy(INPUT_OFFSET, INPUT_OFFSET + 0x10000, usize(size));
    expect(statusName(restore(size))).toBe("InvalidState");
  });
});

describe("bytes of another version", () => {
  it("are refused, though their checksum is right", () => {
    start();
    take(save());
    const stateSize = returnAnswer();
    store<u32>(INPUT_OFFSET + 4, load<u32>(INPUT_OFFSET + 4) + 1);
    store<u64>(INPUT_OFFSET + usize(stateSize) - 8, hashWords(INPUT_OFFSET, stateSize - 8));
    expect(statusName(restore(stateSize))).toBe("InvalidState");
    take(freeze(Part.Pods));
    const size = returnAnswer();
    store<u32>(INPUT_OFFSET + 4, load<u32>(INPUT_OFFSET + 4) + 1);
    const body = hashWords(INPUT_OFFSET + 24, size - 24);
    store<u64>(INPUT_OFFSET + 16, load<u64>(INPUT_OFFSET + 8) ^ body);
    expect(statusName(thaw(size))).toBe("InvalidSnapshot");
    store<u32>(INPUT_OFFSET + 4, load<u32>(INPUT_OFFSET + 4) - 1);
    take(thaw(size));
  });
});

describe("a frozen pod list", () => {
  it("brings back the pods, their uids and their requests", () => {
    start();
    const expected = decisionOf(give(summary("40", 50000000)), 40 * SECOND);
    expect(expected.includes('"usageMinusRequest":66445568')).toBe(true);
    start();
    take(freeze(Part.Pods));
    const size = returnAnswer();
    memory.copy(INPUT_OFFSET + 0x10000, INPUT_OFFSET, usize(size));
    take(pods(give(OTHER_PODS)));
    memory.copy(INPUT_OFFSET, INPUT_OFFSET + 0x10000, usize(size));
    take(thaw(size));
    expect(decisionOf(give(summary("40", 50000000)), 40 * SECOND)).toBe(expected);
  });

  it("comes back where nothing is being resized, as in most lists", () => {
    const requests = '{"memory":"1Gi"}';
    const status = `{"name":"web","allocatedResources":${requests}}`;
    const spec = `{"containers":[{"name":"web","resources":{"requests":${requests}}}]}`;
    const own = `"spec":${spec},"status":{"containerStatuses":[${status}]}`;
    take(configure(give(CONFIGURATION)));
    take(pods(give(`{"items":[{"metadata":{"name":"p","namespace":"n","uid":"u"},${own}}]}`)));
    take(freeze(Part.Pods));
    take(thaw(returnAnswer()));
  });

  it("comes back with what is allocated to a whole pod, however it is written", () => {
    const amounts = ["2Gi", "1e30", "1e100000", "0.0000000000"];
    for (let index = 0; index < amounts.length; index++) {
      const spec = '{"resources":{"requests":{"memory":"1Gi"}},"overhead":{"memory":"1Gi"}}';
      const status = `{"allocatedResources":{"memory":"${amounts[index]}"}}`;
      take(configure(give(CONFIGURATION)));
      take(pods(give(`{"items":[{"spec":${spec},"status":${status}}]}`)));
      take(freeze(Part.Pods));
      take(thaw(returnAnswer()));
    }
  });

  it("is refused with any bit changed, and nothing happens", () => {
    start();
    take(freeze(Part.Pods));
    expectEveryFlipRefused(returnAnswer(), thaw, Status.InvalidSnapshot);
  });

  it("is refused with any other size, and nothing happens", () => {
    start();
    take(freeze(Part.Pods));
    expectOtherSizesRefused(returnAnswer(), thaw, Status.InvalidSnapshot);
  });
});

describe("a frozen Summary", () => {
  it("is observed as if it had just been read", () => {
    start();
    const expected = decisionOf(give(summary("40", 50000000)), 40 * SECOND);
    start();
    take(observe(give(summary("40", 50000000)), 40 * SECOND));
    take(freeze(Part.Summary));
    const size = returnAnswer();
    memory.copy(INPUT_OFFSET + 0x10000, INPUT_OFFSET, usize(size));
    start();
    memory.copy(INPUT_OFFSET, INPUT_OFFSET + 0x10000, usize(size));
    take(thaw(size));
    expect(decisionOf(AGAIN, 40 * SECOND)).toBe(expected);
  });

  it("is refused with any bit changed, and nothing happens", () => {
    start();
    take(freeze(Part.Summary));
    expectEveryFlipRefused(returnAnswer(), thaw, Status.InvalidSnapshot);
  });

  it("is refused with any other size, and nothing happens", () => {
    start();
    take(freeze(Part.Summary));
    expectOtherSizesRefused(returnAnswer(), thaw, Status.InvalidSnapshot);
  });

  it("is refused over another pod list", () => {
    start();
    take(freeze(Part.Summary));
    const size = returnAnswer();
    memory.copy(INPUT_OFFSET + 0x10000, INPUT_OFFSET, usize(size));
    take(pods(give(OTHER_PODS)));
    memory.copy(INPUT_OFFSET, INPUT_OFFSET + 0x10000, usize(size));
    expect(statusName(thaw(size))).toBe("InvalidSnapshot");
  });

  it("is none before one was read, or after the pods changed", () => {
    take(configure(give("{}")));
    take(pods(give(PODS)));
    expect(statusName(freeze(Part.Summary))).toBe("OutOfOrder");
    expect(observe(give(summary("00", 500000000)), 0)).toBe(Action.None);
    take(freeze(Part.Summary));
    take(pods(give(OTHER_PODS)));
    expect(statusName(freeze(Part.Summary))).toBe("OutOfOrder");
  });
});
