/** The memory map: every record fits its slot, every table its region, and no two regions meet. */
import {
  CONTAINERS_MAX,
  INPUT_CAPACITY_BYTES,
  OUTPUT_CAPACITY_BYTES,
  PODS_MAX,
  THRESHOLDS_MAX,
  VOLUMES_MAX,
} from "../../../abi.ts";
import { QUANTITY_SIZE, Quantity } from "../../../base/kubernetes/quantity.ts";
import {
  FAILURE_BYTES,
  FAILURE_OFFSET,
  INPUT_OFFSET,
  INPUT_PADDING_BYTES,
  KEPT_BYTES_MAX,
  OUTPUT_OFFSET,
  SCRATCH_BYTES,
  SCRATCH_OFFSET,
  SECOND_INPUT_OFFSET,
} from "../../../base/memory.ts";
import {
  CONTAINER_SIZE,
  CONTAINER_STATS_OFFSET,
  CONTAINER_STATS_SIZE,
  CONTAINERS_OFFSET,
  KUBELET_BYTES,
  KUBELET_OFFSET,
  MEMBERS_BYTES,
  MEMBERS_OFFSET,
  NAME_ORDER_OFFSET,
  OBSERVATIONS_BYTES,
  OBSERVATIONS_OFFSET,
  POD_SIZE,
  POD_STATS_OFFSET,
  POD_STATS_SIZE,
  POD_TEXT_SIZE,
  POD_TEXTS_OFFSET,
  PODS_OFFSET,
  READ_PLACE_SIZE,
  READ_PLACES_MAX,
  READ_PLACES_OFFSET,
  STAGE_DISTANCE,
  STAGED_TABLES_HEADER_OFFSET,
  STATS_HEADER_OFFSET,
  STATS_TEXT_BYTES,
  STATS_TEXT_OFFSET,
  TABLES_BYTES,
  TABLES_HEADER_OFFSET,
  TABLES_OFFSET,
  TEXT_HALF_BYTES,
  TEXT_OFFSET,
  UID_ORDER_OFFSET,
  VOLUME_MARKS_OFFSET,
  VOLUME_SIZE,
  VOLUME_STATS_OFFSET,
  VOLUME_STATS_SIZE,
  VOLUMES_OFFSET,
} from "../../../node/memory.ts";
import { Container, containerAt, stagedContainerAt } from "../../../node/model/container.ts";
import {
  AFTER_RECLAIM,
  CREDITED,
  OBSERVATION_SIZE,
  OBSERVATION_TABLE_BYTES,
  OBSERVED,
  Observation,
  RECORDED,
} from "../../../node/model/observation.ts";
import { Pod, podAt, stagedPodAt } from "../../../node/model/pod.ts";
import { NODE_CONDITION_COUNT, SIGNAL_COUNT } from "../../../node/model/signalTable.ts";
import {
  ContainerStats,
  containerStatsAt,
  PodStats,
  podStatsAt,
  StatsHeader,
  statsStart,
  VolumeStats,
  volumeStatsAt,
} from "../../../node/model/stats.ts";
import { Tables } from "../../../node/model/tables.ts";
import { stagedVolumeAt, Volume, volumeAt } from "../../../node/model/volume.ts";
import {
  CONFIGURED_THRESHOLDS_OFFSET,
  EVICTIONS_OFFSET,
  FINDINGS_BYTES,
  FINDINGS_OFFSET,
  POLICY_BYTES,
  POLICY_OFFSET,
  POLICY_REGION_BYTES,
  POLICY_STAGE_DISTANCE,
  POLICY_STAGE_OFFSET,
  POLICY_TEXT_OFFSET,
  RANKED_SIZE,
  RANKING_MERGE_OFFSET,
  RANKING_OFFSET,
  REGIONS_END,
  SMALL_EVICTION_TABLES_END,
  SMALL_TABLES_END,
  STATE_BYTES,
  STATE_COPY_OFFSET,
  STATE_OFFSET,
  STEP_BYTES,
  STEP_OFFSET,
  TALLY_OFFSET,
  THRESHOLD_SIZE,
  THRESHOLDS_OFFSET,
} from "../../memory.ts";
import { Ranked, rankedAt } from "../../stages/rank.ts";
import { Tallied, talliedAt } from "../../stages/tally.ts";
import { FINDINGS_MAX, Finding } from "../findings.ts";
import { Policy, policy, RESERVED_COUNT, reservedQuantity, stagedPolicy } from "../policy.ts";
import {
  CREDITS,
  firstObservedAt,
  lastStatsTime,
  resetState,
  STATE_HEAD_BYTES,
  setConditionObservedAt,
  setFirstObservedAt,
  setLastStatsTime,
  state,
} from "../state.ts";
import { Eviction, evictionAt, STEP_RECORD_BYTES, Step } from "../step.ts";
import { stagedThresholdAt, Threshold, thresholdAt } from "../threshold.ts";

const PODS: usize = usize(PODS_MAX);
const CONTAINERS: usize = usize(CONTAINERS_MAX);
const VOLUMES: usize = usize(VOLUMES_MAX);
const THRESHOLDS_BYTES: usize = THRESHOLD_SIZE * usize(THRESHOLDS_MAX);

/** Where each region starts and ends, in the order of memory. */
const REGIONS: usize[][] = [
  [FAILURE_OFFSET, FAILURE_OFFSET + FAILURE_BYTES],
  [SCRATCH_OFFSET, SCRATCH_OFFSET + SCRATCH_BYTES],
  [OBSERVATIONS_OFFSET, OBSERVATIONS_OFFSET + OBSERVATIONS_BYTES],
  [KUBELET_OFFSET, KUBELET_OFFSET + KUBELET_BYTES],
  [TABLES_HEADER_OFFSET, TABLES_HEADER_OFFSET + offsetof<Tables>()],
  [STAGED_TABLES_HEADER_OFFSET, STAGED_TABLES_HEADER_OFFSET + offsetof<Tables>()],
  [STATS_HEADER_OFFSET, STATS_HEADER_OFFSET + offsetof<StatsHeader>()],
  [MEMBERS_OFFSET, MEMBERS_OFFSET + MEMBERS_BYTES],
  [STATE_OFFSET, STATE_OFFSET + STATE_BYTES],
  [STATE_COPY_OFFSET, STATE_COPY_OFFSET + STATE_BYTES],
  [POLICY_OFFSET, POLICY_OFFSET + POLICY_BYTES],
  [THRESHOLDS_OFFSET, THRESHOLDS_OFFSET + THRESHOLDS_BYTES],
  [FINDINGS_OFFSET, FINDINGS_OFFSET + FINDINGS_BYTES],
  [POLICY_STAGE_OFFSET, POLICY_STAGE_OFFSET + POLICY_REGION_BYTES],
  [CONFIGURED_THRESHOLDS_OFFSET, CONFIGURED_THRESHOLDS_OFFSET + THRESHOLDS_BYTES],
  [STEP_OFFSET, STEP_OFFSET + STEP_BYTES],
  [POLICY_TEXT_OFFSET, SMALL_EVICTION_TABLES_END],
  [OUTPUT_OFFSET, OUTPUT_OFFSET + usize(OUTPUT_CAPACITY_BYTES)],
  [INPUT_OFFSET, INPUT_OFFSET + KEPT_BYTES_MAX + INPUT_PADDING_BYTES],
  [SECOND_INPUT_OFFSET, SECOND_INPUT_OFFSET + usize(INPUT_CAPACITY_BYTES) + INPUT_PADDING_BYTES],
  [UID_ORDER_OFFSET, UID_ORDER_OFFSET + 4 * PODS],
  [NAME_ORDER_OFFSET, NAME_ORDER_OFFSET + 4 * VOLUMES],
  [VOLUME_MARKS_OFFSET, VOLUME_MARKS_OFFSET + VOLUMES],
  [TABLES_OFFSET, TABLES_OFFSET + TABLES_BYTES],
  [TABLES_OFFSET + STAGE_DISTANCE, TABLES_OFFSET + STAGE_DISTANCE + TABLES_BYTES],
  [TEXT_OFFSET, TEXT_OFFSET + 2 * TEXT_HALF_BYTES],
  [POD_STATS_OFFSET, POD_STATS_OFFSET + POD_STATS_SIZE * PODS],
  [CONTAINER_STATS_OFFSET, CONTAINER_STATS_OFFSET + CONTAINER_STATS_SIZE * CONTAINERS],
  [VOLUME_STATS_OFFSET, VOLUME_STATS_OFFSET + VOLUME_STATS_SIZE * VOLUMES],
  [STATS_TEXT_OFFSET, STATS_TEXT_OFFSET + STATS_TEXT_BYTES],
  [POD_TEXTS_OFFSET, POD_TEXTS_OFFSET + POD_TEXT_SIZE * PODS],
  [READ_PLACES_OFFSET, READ_PLACES_OFFSET + READ_PLACE_SIZE * usize(READ_PLACES_MAX)],
  [RANKING_OFFSET, RANKING_OFFSET + RANKED_SIZE * PODS],
  [RANKING_MERGE_OFFSET, RANKING_MERGE_OFFSET + RANKED_SIZE * PODS],
  [EVICTIONS_OFFSET, EVICTIONS_OFFSET + offsetof<Eviction>() * PODS],
  [TALLY_OFFSET, TALLY_OFFSET + offsetof<Tallied>() * PODS],
];

const STATIC: usize = memory.data(8, 8);

/** From a record's start to the end of a quantity in it. */
function endOf(record: usize, quantity: Quantity): usize {
  return changetype<usize>(quantity) + QUANTITY_SIZE - record;
}

/** The quantity begins after the record's fields, at a word, and ends inside its slot. */
function expectInside(record: usize, fields: usize, quantity: Quantity, slot: usize): void {
  const start = changetype<usize>(quantity) - record;
  expect(start).toBeGreaterThanOrEqual(fields);
  expect(start % 8).toBe(0);
  expect(endOf(record, quantity)).toBeLessThanOrEqual(slot);
}

function expectApart(a: Quantity, b: Quantity): void {
  expect(changetype<usize>(b) - changetype<usize>(a)).toBeGreaterThanOrEqual(QUANTITY_SIZE);
}

describe("the regions of memory", () => {
  it("follow each other without meeting, each at a word", () => {
    for (let index = 0; index < REGIONS.length; index++) {
      expect(REGIONS[index][0] % 8).toBe(0, `region ${index}`);
      expect(REGIONS[index][0]).toBeLessThan(REGIONS[index][1], `region ${index}`);
      if (index == 0) continue;
      expect(REGIONS[index][0]).toBeGreaterThanOrEqual(REGIONS[index - 1][1], `region ${index}`);
    }
  });

  it("keep small tables in front of the output", () => {
    expect(SMALL_EVICTION_TABLES_END).toBeLessThanOrEqual(SMALL_TABLES_END);
    expect(SMALL_TABLES_END).toBe(OUTPUT_OFFSET);
  });

  it("end before the compiler's own memory begins", () => {
    expect(REGIONS_END).toBe(REGIONS[REGIONS.length - 1][1]);
    expect(STATIC).toBeGreaterThanOrEqual(REGIONS_END);
  });

  it("leave the first 64 KiB empty, where a failed reader stops", () => {
    expect(REGIONS[0][0]).toBeGreaterThanOrEqual(0x10000);
  });

  it("hold policies and pod tables twice, at one distance for all their parts", () => {
    const staged = changetype<usize>(stagedPolicy) - changetype<usize>(policy);
    expect(staged).toBe(POLICY_STAGE_DISTANCE);
    const last = THRESHOLDS_MAX - 1;
    const threshold = changetype<usize>(stagedThresholdAt(last));
    expect(threshold - changetype<usize>(thresholdAt(last))).toBe(POLICY_STAGE_DISTANCE);
    expect(POLICY_OFFSET + POLICY_REGION_BYTES).toBe(POLICY_STAGE_OFFSET);
    expect(changetype<usize>(stagedPodAt(9)) - changetype<usize>(podAt(9))).toBe(STAGE_DISTANCE);
    const container = changetype<usize>(stagedContainerAt(9));
    expect(container - changetype<usize>(containerAt(9))).toBe(STAGE_DISTANCE);
    const volume = changetype<usize>(stagedVolumeAt(9));
    expect(volume - changetype<usize>(volumeAt(9))).toBe(STAGE_DISTANCE);
  });

  it("hold tables of pods, containers and volumes side by side", () => {
    expect(changetype<usize>(podAt(PODS_MAX))).toBe(CONTAINERS_OFFSET);
    expect(changetype<usize>(containerAt(CONTAINERS_MAX))).toBe(VOLUMES_OFFSET);
    expect(changetype<usize>(volumeAt(VOLUMES_MAX))).toBe(TABLES_OFFSET + TABLES_BYTES);
    expect(PODS_OFFSET).toBe(TABLES_OFFSET);
    const half = statsStart();
    expect(changetype<usize>(podStatsAt(PODS_MAX))).toBe(half + CONTAINER_STATS_OFFSET);
    expect(changetype<usize>(containerStatsAt(CONTAINERS_MAX))).toBe(half + VOLUME_STATS_OFFSET);
    expect(changetype<usize>(volumeStatsAt(VOLUMES_MAX))).toBe(half + STATS_TEXT_OFFSET);
    expect(changetype<usize>(rankedAt(PODS_MAX))).toBe(RANKING_MERGE_OFFSET);
    expect(changetype<usize>(evictionAt(PODS_MAX))).toBe(TALLY_OFFSET);
    expect(changetype<usize>(talliedAt(PODS_MAX))).toBe(REGIONS_END);
    expect(changetype<usize>(thresholdAt(THRESHOLDS_MAX))).toBe(FINDINGS_OFFSET);
  });

  it("hold three tables of observations and the credits", () => {
    const end = OBSERVATIONS_OFFSET + OBSERVATIONS_BYTES;
    const tables: usize[] = [OBSERVED, RECORDED, AFTER_RECLAIM, CREDITED, end];
    for (let index = 0; index < 4; index++) {
      const gap = tables[index + 1] - tables[index];
      expect(gap).toBeGreaterThanOrEqual(OBSERVATION_TABLE_BYTES);
    }
    expect(OBSERVED).toBeGreaterThanOrEqual(OBSERVATIONS_OFFSET);
  });
});

describe("a record", () => {
  it("fits the slot its table gives it", () => {
    expect(offsetof<PodStats>()).toBeLessThanOrEqual(POD_STATS_SIZE);
    expect(offsetof<ContainerStats>()).toBeLessThanOrEqual(CONTAINER_STATS_SIZE);
    expect(offsetof<VolumeStats>()).toBeLessThanOrEqual(VOLUME_STATS_SIZE);
    expect(offsetof<Ranked>()).toBeLessThanOrEqual(RANKED_SIZE);
    expect(offsetof<Observation>()).toBeLessThanOrEqual(OBSERVATION_SIZE);
    expect(offsetof<Step>()).toBeLessThanOrEqual(STEP_RECORD_BYTES);
    expect(STEP_RECORD_BYTES).toBeLessThanOrEqual(STEP_BYTES);
    expect(offsetof<Finding>() * usize(FINDINGS_MAX)).toBeLessThanOrEqual(FINDINGS_BYTES);
    expect(offsetof<Quantity>()).toBeLessThanOrEqual(QUANTITY_SIZE);
  });

  it("of the state keeps every time apart from every other and from its fields", () => {
    resetState(7);
    for (let index = 0; index < THRESHOLDS_MAX; index++) setFirstObservedAt(index, 1000 + index);
    for (let signal = 0; signal < SIGNAL_COUNT; signal++) setLastStatsTime(signal, 2000 + signal);
    for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
      setConditionObservedAt(condition, 3000 + condition);
    }
    state.signalsTimed = 5;
    for (let index = 0; index < THRESHOLDS_MAX; index++) {
      expect(firstObservedAt(index)).toBe(1000 + index);
    }
    for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
      expect(lastStatsTime(signal)).toBe(2000 + signal);
    }
    expect(state.memoryPressureAt).toBe(3000);
    expect(state.diskPressureAt).toBe(3001);
    expect(state.pidPressureAt).toBe(3002);
    expect(state.policyFingerprint).toBe(7);
    expect(state.nodeConditions).toBe(0);
    expect(state.signalsTimed).toBe(5);
    expect(load<u64>(CREDITS)).toBe(0);
    expect(CREDITS).toBe(STATE_OFFSET + STATE_HEAD_BYTES);
  });

  it("keeps its quantities after its fields, apart, and inside its slot", () => {
    const pod = podAt(1);
    const at = changetype<usize>(pod);
    expectInside(at, offsetof<Pod>(), pod.overheadMemory, POD_SIZE);
    expectInside(at, offsetof<Pod>(), pod.ephemeralStorageLimit, POD_SIZE);
    expectApart(pod.overheadMemory, pod.overheadEphemeralStorage);
    expectApart(pod.overheadEphemeralStorage, pod.overheadInodes);
    expectApart(pod.overheadInodes, pod.podMemoryRequest);
    expectApart(pod.podMemoryRequest, pod.memoryRequest);
    expectApart(pod.memoryRequest, pod.ephemeralStorageRequest);
    expectApart(pod.ephemeralStorageRequest, pod.inodesRequest);
    expectApart(pod.inodesRequest, pod.ephemeralStorageLimit);
    const container = containerAt(1);
    const from = changetype<usize>(container);
    expectInside(from, offsetof<Container>(), container.memoryRequest, CONTAINER_SIZE);
    expectInside(from, offsetof<Container>(), container.inodesRequest, CONTAINER_SIZE);
    expectApart(container.memoryRequest, container.ephemeralStorageRequest);
    expectApart(container.ephemeralStorageRequest, container.ephemeralStorageLimit);
    expectApart(container.ephemeralStorageLimit, container.inodesRequest);
    const volume = volumeAt(1);
    expectInside(changetype<usize>(volume), offsetof<Volume>(), volume.sizeLimit, VOLUME_SIZE);
    const row = thresholdAt(1);
    expectInside(changetype<usize>(row), offsetof<Threshold>(), row.value, THRESHOLD_SIZE);
    expectInside(changetype<usize>(row), offsetof<Threshold>(), row.minReclaim, THRESHOLD_SIZE);
    expectApart(row.value, row.minReclaim);
  });

  it("of the policy keeps its reservations inside its region", () => {
    const at = changetype<usize>(policy);
    for (let group = 0; group < 3; group++) {
      for (let resource = 0; resource < RESERVED_COUNT; resource++) {
        const quantity = reservedQuantity(policy, group, resource);
        expectInside(at, offsetof<Policy>(), quantity, POLICY_BYTES);
        if (resource > 0) expectApart(reservedQuantity(policy, group, resource - 1), quantity);
      }
    }
  });
});
