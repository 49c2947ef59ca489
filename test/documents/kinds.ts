/** What each verb reads, small enough to be read ten thousand times a second. */

import type { EvictionEngine, PodQuery } from "../../analysis/engine/evictionEngine.ts";
import { Action, Part, Status } from "../../assembly/abi.ts";
import {
  configuration,
  type Json,
  pod,
  podList,
  podRef,
  podStats,
  some,
  summary,
  TIME,
} from "./generate.ts";
import { Random } from "./random.ts";

export interface Kind {
  readonly name: string;
  /** The whole document; bytes when the verb does not read JSON. */
  readonly document: (random: Random, engine: EvictionEngine) => Json | Uint8Array;
  /** Brings the engine to where the verb makes sense. */
  readonly prepare?: (engine: EvictionEngine) => void;
  /** Returns what the verb returned; throws what the engine throws. */
  readonly read: (engine: EvictionEngine, bytes: Uint8Array, now: bigint) => number;
  /** How the verb may refuse what it can read: the content is at fault, not the form. */
  readonly refusals: readonly Status[];
}

/** A small node in good health, and the same node with its disk almost full. */
export const REFERENCE = {
  configuration: { evictionHard: { "memory.available": "100Mi", "nodefs.available": "10%" } },
  podList: podList(new Random(1, 0)),
  summary: healthy(2 ** 34, TIME),
  /** Statistics that are not newer than the last ones would not count. Spec 3.4. */
  fullDisk: healthy(2 ** 30, "2026-11-20T10:01:00Z"),
  now: 1_795_168_800_000_000_000n,
};

function healthy(availableBytes: number, time: string): Json {
  const fs = { time, availableBytes, capacityBytes: 2 ** 35, inodesFree: 9, inodes: 10 };
  const pods = [0, 1, 2].map((index) => podStats(new Random(2, index), index));
  const memory = { time, availableBytes: 2 ** 32, workingSetBytes: 2 ** 32 };
  return { node: { nodeName: "n", memory, fs, runtime: { imageFs: fs } }, pods };
}

const CONTENT = [Status.WrongDocument, Status.WrongType, Status.TableFull];

export const KINDS: readonly Kind[] = [
  {
    name: "configuration",
    document: configuration,
    refusals: [...CONTENT, Status.InvalidConfiguration, Status.InvalidQuantity],
    read: (engine, bytes) => {
      engine.configure(bytes);
      return 0;
    },
  },
  {
    name: "podList",
    document: podList,
    refusals: [...CONTENT, Status.InvalidQuantity],
    read: (engine, bytes) => {
      engine.pods(bytes);
      return 0;
    },
  },
  {
    name: "summary",
    document: summary,
    refusals: CONTENT,
    read: (engine, bytes, now) => engine.observe(bytes, now),
  },
  {
    name: "pod",
    document: (random) => pod(random, random.below(4)),
    refusals: [...CONTENT, Status.InvalidQuantity],
    read: (engine, bytes) => engine.admit(bytes),
  },
  {
    name: "reclaimed",
    document: summary,
    refusals: CONTENT,
    prepare: (engine) => {
      const now = REFERENCE.now + 60_000_000_000n;
      const action = engine.observe(REFERENCE.fullDisk as object, now);
      if (action !== Action.ReclaimNodeLevelResources) {
        throw new Error(`A full disk asks for ${Action[action]}, not for node-level reclaim.`);
      }
    },
    read: (engine, bytes) => engine.reclaimed(bytes),
  },
  {
    name: "query",
    document: (random) => some(random, podRef(random.below(4)) as Readonly<Record<string, Json>>),
    refusals: [...CONTENT, Status.NotFound],
    prepare: (engine) => void engine.observe(null, REFERENCE.now),
    read: (engine, bytes) => {
      // The engine takes the bytes of a query as it takes those of any document.
      engine.explain(bytes as unknown as PodQuery);
      return 0;
    },
  },
  {
    name: "state",
    document: (_, engine) => engine.save(),
    refusals: [Status.InvalidState],
    read: (engine, bytes) => {
      engine.restore(bytes);
      return 0;
    },
  },
  {
    name: "snapshot",
    document: (random, engine) => engine.freeze(random.pick([Part.Pods, Part.Summary])),
    refusals: [Status.InvalidSnapshot],
    read: (engine, bytes) => {
      engine.thaw(bytes);
      return 0;
    },
  },
];

/** Bytes that only the engine writes and reads: no other reader can say what they are. */
export const OPAQUE_KINDS: readonly string[] = ["state", "snapshot"];

/** Brings a new engine to the reference node, after one quiet step. */
export function putReference(engine: EvictionEngine): void {
  engine.configure(REFERENCE.configuration);
  engine.pods(REFERENCE.podList as object);
  engine.observe(REFERENCE.summary as object, REFERENCE.now);
}
