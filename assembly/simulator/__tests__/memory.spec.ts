/** The simulator's memory: every record fits its place, and all of them are between two ends. */

import { THRESHOLDS_MAX } from "../../abi.ts";
import { QUANTITY_SIZE } from "../../base/kubernetes/quantity.ts";
import { SMALL_EVICTION_TABLES_END, SMALL_TABLES_END } from "../../eviction/memory.ts";
import { NODE_CONDITION_COUNT } from "../../node/model/signalTable.ts";
import { SpecWord } from "../../objects/model/podSpec.ts";
import { Region } from "../../objects/model/region.ts";
import { RowIndex } from "../../objects/model/rowIndex.ts";
import { Table } from "../../objects/model/table.ts";
import { Excess } from "../control/containers.ts";
import { Choice } from "../control/kernel.ts";
import { View } from "../control/placement.ts";
import { Waiting } from "../control/queue.ts";
import { Beyond } from "../control/stateful.ts";
import { Zone } from "../control/zone.ts";
import { JobDocument } from "../documents/jobs.ts";
import { Members, OwnerSpec } from "../documents/owners.ts";
import { MOMENT_BYTES } from "../kubelet/documents.ts";
import { Refusal } from "../kubelet/limits.ts";
import { InForce } from "../kubelet/policy.ts";
import { ContainerUse, Use } from "../kubelet/usage.ts";
import {
  ACTIVE_QUEUE_OFFSET,
  ADDED_OFFSET,
  AMOUNTS_OFFSET,
  BACKOFF_QUEUE_OFFSET,
  BEYOND_OFFSET,
  CAVEATS_OFFSET,
  CHANGES_OFFSET,
  CHOICE_OFFSET,
  CLIENTS_OFFSET,
  CLOCK_OFFSET,
  CONFIGURATIONS_OFFSET,
  CONTAINER_USE_OFFSET,
  COUNTED_AGE_OFFSET,
  DAEMON_BACKOFFS_OFFSET,
  DUE_OFFSET,
  ENDED_OFFSET,
  EVENTS_OFFSET,
  EXCESS_OFFSET,
  FAILED_REPLICAS_OFFSET,
  FINGERPRINT_OFFSET,
  HEADS_OFFSET,
  IN_FORCE_OFFSET,
  JOB_OFFSET,
  KUBELETS_OFFSET,
  LAST_EVENT_OFFSET,
  LIFECYCLES_OFFSET,
  LOG_OFFSET,
  MEMBERS_OFFSET,
  MOMENT_OFFSET,
  MOMENTS_OFFSET,
  MOVING_OFFSET,
  NODE_USE_OFFSET,
  NUMBER_OFFSET,
  ORDER_OFFSET,
  ORDINALS_OFFSET,
  OUTCOME_OFFSET,
  OWNER_NAME_OFFSET,
  OWNER_SPEC_OFFSET,
  OWNERS_OFFSET,
  POINTS_OFFSET,
  PROGRESS_OFFSET,
  QUANTITIES_OFFSET,
  RANKS_OFFSET,
  REFUSAL_OFFSET,
  RUN_OFFSET,
  SCENARIO_END,
  SCENARIO_OFFSET,
  SEARCH_OFFSET,
  SETTINGS_OFFSET,
  SIMULATOR_END,
  SIMULATOR_OFFSET,
  SPAN_OFFSET,
  SPEC_INDEX_OFFSET,
  SPEC_TEXTS_OFFSET,
  SPEC_WORDS_OFFSET,
  SPIKES_OFFSET,
  STARTS_OFFSET,
  STATE_WORDS_OFFSET,
  TAKEN_OFFSET,
  TEMPLATES_OFFSET,
  TIMERS_OFFSET,
  VIEW_OFFSET,
  WAITING_OFFSET,
  WORKLOAD_INDEX_OFFSET,
  WORKLOADS_OFFSET,
  WRITTEN_OFFSET,
  ZONE_OFFSET,
} from "../memory.ts";
import { Caveats } from "../model/caveats.ts";
import { Due } from "../model/due.ts";
import { Event, Log } from "../model/eventLog.ts";
import { Entry } from "../model/heap.ts";
import { ObjectName } from "../model/objectName.ts";
import { OwnerKind } from "../model/owner.ts";
import { Order } from "../model/podLifecycle.ts";
import { Progress } from "../model/progress.ts";
import { Settings } from "../model/settings.ts";
import { Starts } from "../model/starts.ts";
import { Clock } from "../model/timers.ts";
import { Written } from "../report/events.ts";
import { CountedAge } from "../timeline/countedAge.ts";
import { Fingerprint } from "../timeline/lanes.ts";
import { Run } from "../timeline/run.ts";
import { Outcome, Search } from "../timeline/verdict.ts";

const TABLE: usize = offsetof<Table>();
const INDEX: usize = offsetof<RowIndex>();
const REGION: usize = offsetof<Region>();
const STATE_WORDS: usize = 3 + usize(NODE_CONDITION_COUNT) + usize(THRESHOLDS_MAX);

/** Where each record begins, and its bytes, in the order of memory. */
const RECORDS: usize[][] = [
  [SETTINGS_OFFSET, offsetof<Settings>()],
  [CHANGES_OFFSET, TABLE],
  [WORKLOADS_OFFSET, TABLE],
  [WORKLOAD_INDEX_OFFSET, INDEX],
  [AMOUNTS_OFFSET, TABLE],
  [SPIKES_OFFSET, TABLE],
  [POINTS_OFFSET, TABLE],
  [KUBELETS_OFFSET, TABLE],
  [CONFIGURATIONS_OFFSET, TABLE],
  [LIFECYCLES_OFFSET, TABLE],
  [ORDER_OFFSET, offsetof<Order>()],
  [STARTS_OFFSET, offsetof<Starts>()],
  [OWNERS_OFFSET, TABLE],
  [TEMPLATES_OFFSET, TABLE],
  [DAEMON_BACKOFFS_OFFSET, TABLE],
  [FAILED_REPLICAS_OFFSET, TABLE],
  [ENDED_OFFSET, TABLE],
  [CLIENTS_OFFSET, 8 * (usize(OwnerKind.Unknown) + 1)],
  [ZONE_OFFSET, offsetof<Zone>()],
  [CLOCK_OFFSET, offsetof<Clock>()],
  [TIMERS_OFFSET, TABLE],
  [ADDED_OFFSET, 4],
  [DUE_OFFSET, offsetof<Due>()],
  [EVENTS_OFFSET, TABLE],
  [LOG_OFFSET, offsetof<Log>()],
  [WRITTEN_OFFSET, offsetof<Written>()],
  [ACTIVE_QUEUE_OFFSET, TABLE],
  [BACKOFF_QUEUE_OFFSET, TABLE],
  [WAITING_OFFSET, offsetof<Waiting>()],
  [VIEW_OFFSET, offsetof<View>()],
  [SPEC_TEXTS_OFFSET, TABLE],
  [SPEC_INDEX_OFFSET, INDEX],
  [IN_FORCE_OFFSET, offsetof<InForce>()],
  [REFUSAL_OFFSET, offsetof<Refusal>()],
  [CAVEATS_OFFSET, offsetof<Caveats>()],
  [FINGERPRINT_OFFSET, offsetof<Fingerprint>()],
  [MOMENTS_OFFSET, TABLE],
  [HEADS_OFFSET, REGION],
  [SEARCH_OFFSET, offsetof<Search>()],
  [OUTCOME_OFFSET, offsetof<Outcome>()],
  [RUN_OFFSET, offsetof<Run>()],
  [PROGRESS_OFFSET, offsetof<Progress>()],
  [MOVING_OFFSET, offsetof<Entry>()],
  [TAKEN_OFFSET, offsetof<Entry>()],
  [LAST_EVENT_OFFSET, offsetof<Event>()],
  [COUNTED_AGE_OFFSET, offsetof<CountedAge>()],
  [CONTAINER_USE_OFFSET, offsetof<ContainerUse>()],
  [NODE_USE_OFFSET, 3 * offsetof<Use>()],
  [EXCESS_OFFSET, offsetof<Excess>()],
  [CHOICE_OFFSET, offsetof<Choice>()],
  [BEYOND_OFFSET, offsetof<Beyond>()],
  [RANKS_OFFSET, REGION],
  [ORDINALS_OFFSET, REGION],
  [MOMENT_OFFSET, MOMENT_BYTES],
  [SPEC_WORDS_OFFSET, 4 * usize(SpecWord.End)],
  [STATE_WORDS_OFFSET, 8 * STATE_WORDS],
  [MEMBERS_OFFSET, offsetof<Members>()],
  [OWNER_SPEC_OFFSET, offsetof<OwnerSpec>()],
  [JOB_OFFSET, offsetof<JobDocument>()],
  [OWNER_NAME_OFFSET, offsetof<ObjectName>()],
  [NUMBER_OFFSET, 8],
  [SPAN_OFFSET, 8],
  [QUANTITIES_OFFSET, 2 * QUANTITY_SIZE],
];

describe("the simulator's memory", () => {
  it("has a place for each record, and each of them at a word", () => {
    let end = SIMULATOR_OFFSET;
    for (let index = 0; index < RECORDS.length; index++) {
      const start = RECORDS[index][0];
      expect(start % 8).toBe(0, `record ${index}`);
      expect(start).toBeGreaterThanOrEqual(end, `record ${index}`);
      end = start + RECORDS[index][1];
    }
    expect(SIMULATOR_END).toBeGreaterThanOrEqual(end);
  });

  it("puts the scenario first, so the next one replaces it", () => {
    expect(SCENARIO_OFFSET).toBe(SETTINGS_OFFSET);
    expect(SCENARIO_END).toBe(KUBELETS_OFFSET);
  });

  it("is between the small tables of eviction and the output", () => {
    expect(SIMULATOR_OFFSET).toBeGreaterThanOrEqual(SMALL_EVICTION_TABLES_END);
    expect(SIMULATOR_END).toBeLessThanOrEqual(SMALL_TABLES_END);
  });
});
