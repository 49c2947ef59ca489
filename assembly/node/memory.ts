/**
 * What a policy about a node adds to the memory of `base/`: the tables of pods, of stats and of
 * what a Summary observed.
 *
 * ```
 *  small                        large
 *  ┌────────────┬───────┬──     ┌────────┬─────────┬─────────┬────────┬──────────┬──
 *  │observations│headers│       │ orders │ pods,   │ the     │ text,  │ stats,   │
 *  │            │       │       │ of rows│ conts,  │ same,   │ 2      │ names and│
 *  │            │       │       │        │ vols    │ staged  │ halves │ places,  │
 *  │            │       │       │        │         │         │        │ 2 halves │
 *  └────────────┴───────┴──     └────────┴─────────┴─────────┴────────┴──────────┴──
 * ```
 */
import { CONTAINERS_MAX, PODS_MAX, TEXT_CAPACITY_BYTES, VOLUMES_MAX } from "../abi.ts";
import { LARGE_TABLES_OFFSET, SMALL_TABLES_OFFSET } from "../base/memory.ts";

export const POD_SIZE: usize = 768;
export const CONTAINER_SIZE: usize = 320;
export const VOLUME_SIZE: usize = 96;
export const POD_STATS_SIZE: usize = 48;
export const CONTAINER_STATS_SIZE: usize = 56;
export const VOLUME_STATS_SIZE: usize = 32;
export const POD_TEXT_SIZE: usize = 20;
export const READ_PLACE_SIZE: usize = 12;

export const OBSERVATIONS_OFFSET: usize = SMALL_TABLES_OFFSET;
export const OBSERVATIONS_BYTES: usize = 0x1000;
/** Which release's kubelet is followed. */
export const KUBELET_OFFSET: usize = OBSERVATIONS_OFFSET + OBSERVATIONS_BYTES;
export const KUBELET_BYTES: usize = 0x80;
export const TABLES_HEADER_OFFSET: usize = KUBELET_OFFSET + KUBELET_BYTES;
export const STAGED_TABLES_HEADER_OFFSET: usize = TABLES_HEADER_OFFSET + 0x80;
export const STATS_HEADER_OFFSET: usize = TABLES_HEADER_OFFSET + 0x100;
/** The header of the half of the stats that is not in force. */
export const AHEAD_HEADER_OFFSET: usize = STATS_HEADER_OFFSET + 0x80;
/** Members of pods that the next ones are compared with: four of each kind of row. */
export const MEMBERS_OFFSET: usize = STATS_HEADER_OFFSET + 0x100;
export const MEMBERS_MAX: u32 = 4;
export const MEMBERS_SIZE: usize = 32;
/** The members that are being read, after those tables. */
export const OPEN_MEMBERS_OFFSET: usize = MEMBERS_OFFSET + 3 * usize(MEMBERS_MAX) * MEMBERS_SIZE;
export const MEMBERS_BYTES: usize = OPEN_MEMBERS_OFFSET + MEMBERS_SIZE - MEMBERS_OFFSET;
export const SMALL_NODE_TABLES_END: usize = MEMBERS_OFFSET + MEMBERS_BYTES;

/** Staged rows in order of uid, while a PodList is put in force. */
export const UID_ORDER_OFFSET: usize = LARGE_TABLES_OFFSET;
/** There too: how the uids of the rows in force begin, while a Summary is read. */
export const UID_STARTS_OFFSET: usize = UID_ORDER_OFFSET;
/** Rows of one pod in order of name, and a mark for each volume, while one pod is looked at. */
export const NAME_ORDER_OFFSET: usize = UID_ORDER_OFFSET + 4 * PODS_MAX;
export const VOLUME_MARKS_OFFSET: usize = NAME_ORDER_OFFSET + 4 * VOLUMES_MAX;

export const TABLES_OFFSET: usize = VOLUME_MARKS_OFFSET + VOLUMES_MAX;
export const PODS_OFFSET: usize = TABLES_OFFSET;
export const CONTAINERS_OFFSET: usize = PODS_OFFSET + POD_SIZE * PODS_MAX;
export const VOLUMES_OFFSET: usize = CONTAINERS_OFFSET + CONTAINER_SIZE * CONTAINERS_MAX;
export const TABLES_BYTES: usize = VOLUMES_OFFSET + VOLUME_SIZE * VOLUMES_MAX - TABLES_OFFSET;
/** A PodList is decoded here and replaces the tables only when all of it is valid. */
export const STAGE_DISTANCE: usize = TABLES_BYTES;
export const TEXT_OFFSET: usize = TABLES_OFFSET + 2 * TABLES_BYTES;
/** Two halves: names of the pod list in force, and of the one being decoded. */
export const TEXT_HALF_BYTES: usize = TEXT_CAPACITY_BYTES;

export const POD_STATS_OFFSET: usize = TEXT_OFFSET + 2 * TEXT_HALF_BYTES;
export const CONTAINER_STATS_OFFSET: usize = POD_STATS_OFFSET + POD_STATS_SIZE * PODS_MAX;
export const VOLUME_STATS_OFFSET: usize =
  CONTAINER_STATS_OFFSET + CONTAINER_STATS_SIZE * CONTAINERS_MAX;
export const STATS_TEXT_OFFSET: usize = VOLUME_STATS_OFFSET + VOLUME_STATS_SIZE * VOLUMES_MAX;
export const STATS_TEXT_BYTES: usize = 0x100000;
/** The position of each pod in the text of the Summary, and the members read. */
export const POD_TEXTS_OFFSET: usize = STATS_TEXT_OFFSET + STATS_TEXT_BYTES;
export const READ_PLACES_OFFSET: usize = POD_TEXTS_OFFSET + POD_TEXT_SIZE * PODS_MAX;
/** Enough for 1,500 pods of two containers and five volumes; a pod without is read whole. */
export const READ_PLACES_MAX: u32 = 0x10000;
/** Two halves that take turns: the stats in force, and those of the Summary before or after. */
export const STATS_DISTANCE: usize =
  READ_PLACES_OFFSET + READ_PLACE_SIZE * usize(READ_PLACES_MAX) - POD_STATS_OFFSET;
export const LARGE_NODE_TABLES_END: usize = POD_STATS_OFFSET + 2 * STATS_DISTANCE;
