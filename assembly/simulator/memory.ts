/**
 * A module with the tables of a node and, behind them, objects of a cluster: asconfig.loop.json
 * says where those begin.
 */
import { REGIONS_END as NODE_TABLES_END } from "../eviction/memory.ts";

/** Must not reach into the objects; a test compares the two. */
export const TABLES_END: usize = NODE_TABLES_END;
