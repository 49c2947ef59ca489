/**
 * What the simulator adds to the memory of `eviction/`: everything that it knows between two verbs,
 * and what its functions set down on the way. Nothing of it is in a variable of a file, so `clear`
 * forgets all of it with one fill. Rows whose number a document decides lie behind OBJECTS_OFFSET
 * (objects/allocation.ts); the heads of their tables are here.
 *
 * ```
 *  ┌──────────┬───────────┬────────────────────────────┬─────────────────────────┐
 *  │ scenario │ cluster   │ timeline: clock, queues,   │ scratch: what was read, │
 *  │          │           │ fingerprints, the outcome  │ found or measured last  │
 *  └──────────┴───────────┴────────────────────────────┴─────────────────────────┘
 * ```
 */
import { REGIONS_END as NODE_TABLES_END, SMALL_EVICTION_TABLES_END } from "../eviction/memory.ts";

/** Must not reach into the objects; a test compares the two. */
export const TABLES_END: usize = NODE_TABLES_END;

/** A table, an index of rows or a region: objects/model has them, and a test compares. */
const HEAD: usize = 16;

export const SIMULATOR_OFFSET: usize = SMALL_EVICTION_TABLES_END;

/** What a scenario says; the next one that is read takes its place. */
export const SCENARIO_OFFSET: usize = SIMULATOR_OFFSET;
export const SETTINGS_OFFSET: usize = SCENARIO_OFFSET;
export const CHANGES_OFFSET: usize = SETTINGS_OFFSET + 0x40;
export const WORKLOADS_OFFSET: usize = CHANGES_OFFSET + HEAD;
export const WORKLOAD_INDEX_OFFSET: usize = WORKLOADS_OFFSET + HEAD;
export const AMOUNTS_OFFSET: usize = WORKLOAD_INDEX_OFFSET + HEAD;
export const SPIKES_OFFSET: usize = AMOUNTS_OFFSET + HEAD;
export const POINTS_OFFSET: usize = SPIKES_OFFSET + HEAD;
export const SCENARIO_END: usize = POINTS_OFFSET + HEAD;

/** Nodes, pods and what makes pods, in addition to what `objects/` has of them. */
export const KUBELETS_OFFSET: usize = SCENARIO_END;
export const CONFIGURATIONS_OFFSET: usize = KUBELETS_OFFSET + HEAD;
export const LIFECYCLES_OFFSET: usize = CONFIGURATIONS_OFFSET + HEAD;
export const ORDER_OFFSET: usize = LIFECYCLES_OFFSET + HEAD;
export const STARTS_OFFSET: usize = ORDER_OFFSET + 0x10;
export const OWNERS_OFFSET: usize = STARTS_OFFSET + 0x20;
export const TEMPLATES_OFFSET: usize = OWNERS_OFFSET + HEAD;
export const DAEMON_BACKOFFS_OFFSET: usize = TEMPLATES_OFFSET + HEAD;
export const FAILED_REPLICAS_OFFSET: usize = DAEMON_BACKOFFS_OFFSET + HEAD;
export const ENDED_OFFSET: usize = FAILED_REPLICAS_OFFSET + HEAD;
export const CLIENTS_OFFSET: usize = ENDED_OFFSET + HEAD;
export const ZONE_OFFSET: usize = CLIENTS_OFFSET + 0x30;

/** What happens when, and what has happened. */
export const CLOCK_OFFSET: usize = ZONE_OFFSET + 0x10;
export const TIMERS_OFFSET: usize = CLOCK_OFFSET + 0x10;
export const ADDED_OFFSET: usize = TIMERS_OFFSET + HEAD;
export const DUE_OFFSET: usize = ADDED_OFFSET + 8;
export const EVENTS_OFFSET: usize = DUE_OFFSET + 8;
export const LOG_OFFSET: usize = EVENTS_OFFSET + HEAD;
export const WRITTEN_OFFSET: usize = LOG_OFFSET + 8;
export const ACTIVE_QUEUE_OFFSET: usize = WRITTEN_OFFSET + 8;
export const BACKOFF_QUEUE_OFFSET: usize = ACTIVE_QUEUE_OFFSET + HEAD;
export const WAITING_OFFSET: usize = BACKOFF_QUEUE_OFFSET + HEAD;
export const VIEW_OFFSET: usize = WAITING_OFFSET + 0x10;
export const SPEC_TEXTS_OFFSET: usize = VIEW_OFFSET + 8;
export const SPEC_INDEX_OFFSET: usize = SPEC_TEXTS_OFFSET + HEAD;
export const IN_FORCE_OFFSET: usize = SPEC_INDEX_OFFSET + HEAD;
export const REFUSAL_OFFSET: usize = IN_FORCE_OFFSET + 8;
export const CAVEATS_OFFSET: usize = REFUSAL_OFFSET + 8;
export const FINGERPRINT_OFFSET: usize = CAVEATS_OFFSET + 8;
export const MOMENTS_OFFSET: usize = FINGERPRINT_OFFSET + 0x30;
export const HEADS_OFFSET: usize = MOMENTS_OFFSET + HEAD;
export const SEARCH_OFFSET: usize = HEADS_OFFSET + 8;
export const OUTCOME_OFFSET: usize = SEARCH_OFFSET + 0x10;
export const RUN_OFFSET: usize = OUTCOME_OFFSET + 0x40;
export const PROGRESS_OFFSET: usize = RUN_OFFSET + 0x10;

/** What functions set down: nothing of it is asked for later. */
export const MOVING_OFFSET: usize = PROGRESS_OFFSET + 8;
export const TAKEN_OFFSET: usize = MOVING_OFFSET + 0x20;
export const LAST_EVENT_OFFSET: usize = TAKEN_OFFSET + 0x20;
export const COUNTED_AGE_OFFSET: usize = LAST_EVENT_OFFSET + 0x30;
export const CONTAINER_USE_OFFSET: usize = COUNTED_AGE_OFFSET + 0x18;
export const NODE_USE_OFFSET: usize = CONTAINER_USE_OFFSET + 0x18;
export const EXCESS_OFFSET: usize = NODE_USE_OFFSET + 3 * 0x30;
export const CHOICE_OFFSET: usize = EXCESS_OFFSET + 0x10;
export const BEYOND_OFFSET: usize = CHOICE_OFFSET + 0x20;
export const RANKS_OFFSET: usize = BEYOND_OFFSET + 0x10;
export const ORDINALS_OFFSET: usize = RANKS_OFFSET + 8;
export const MOMENT_OFFSET: usize = ORDINALS_OFFSET + 8;
export const SPEC_WORDS_OFFSET: usize = MOMENT_OFFSET + 0x20;
export const STATE_WORDS_OFFSET: usize = SPEC_WORDS_OFFSET + 0x70;
export const MEMBERS_OFFSET: usize = STATE_WORDS_OFFSET + 0x140;
export const OWNER_SPEC_OFFSET: usize = MEMBERS_OFFSET + 0x20;
export const JOB_OFFSET: usize = OWNER_SPEC_OFFSET + 0x20;
export const OWNER_NAME_OFFSET: usize = JOB_OFFSET + 0x30;
export const NUMBER_OFFSET: usize = OWNER_NAME_OFFSET + 0x10;
export const SPAN_OFFSET: usize = NUMBER_OFFSET + 8;
export const QUANTITIES_OFFSET: usize = SPAN_OFFSET + 8;
export const SIMULATOR_END: usize = QUANTITIES_OFFSET + 2 * 0x40;
