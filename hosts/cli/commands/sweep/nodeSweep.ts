import { setImmediate } from "node:timers/promises";
import { CaptureFreezer } from "../../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { comparableEnds, type RecordedEnd } from "../../../../analysis/questions/replay/parting.ts";
import type { Axis } from "../../../../analysis/questions/sweep/axis.ts";
import type { SweptPart } from "../../../../analysis/questions/sweep/cell.ts";
import { cellOf, evictedIn } from "../../../../analysis/questions/sweep/cellCounter.ts";
import {
  configurationsOf,
  settingsOf,
} from "../../../../analysis/questions/sweep/configurations.ts";
import {
  damageOf,
  type LeftOutCapture,
  REASONS,
} from "../../../../analysis/questions/sweep/leftOut.ts";
import type { NodeCell } from "../../../../analysis/questions/sweep/nodeCell.ts";
import { packedCapture } from "../../../../analysis/questions/sweep/packedCapture.ts";
import { UnreadableError } from "../../../../analysis/read/unreadable.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import { inputSentence } from "../../errors.ts";
import { inputFailure } from "../../exitCode.ts";
import type { Session } from "../../input/session.ts";
import type { SweepPool } from "./pool.ts";

/** Frozen Summaries that are held at once: a day of 110 pods is three times as much. */
const PART_BYTES = 64 * 2 ** 20;

/** What one node's captures come to. */
export interface NodeSweep {
  readonly node: string;
  /** One for each configuration; none where no capture can be read. */
  readonly cells: readonly NodeCell[];
  readonly leftOut: readonly LeftOutCapture[];
  readonly problems: readonly string[];
  readonly defaultsAssumed: number;
  readonly steps: number;
}

export interface NodeCapture {
  readonly path: string;
  open(): Promise<Session>;
}

interface Sweeping {
  readonly axes: readonly Axis[];
  readonly pool: SweepPool;
  /** A capture that cannot be read ends the sweep, instead of being left out. */
  readonly isStrict: boolean;
  readonly progress: (records: number, configurations: number | null) => void;
}

/** How far a history has come. */
interface Position {
  readonly json: string | null;
  readonly parts: readonly (readonly SweptPart[])[];
  readonly states: readonly (Uint8Array | null)[];
  readonly from: bigint | null;
  readonly to: bigint | null;
  readonly recorded: readonly RecordedEnd[];
}

const START: Position = {
  ...{ json: null, parts: [], states: [] },
  ...{ from: null, to: null, recorded: [] },
};

/** Assumed defaults may differ from the configuration of the recording: they show no pods. */
const NONE: ReadonlySet<string> = new Set();

/** The captures of a node, one after the other; each configuration keeps its state in between. */
export async function sweepNode(
  node: string | null,
  captures: readonly NodeCapture[],
  sweeping: Sweeping,
): Promise<NodeSweep> {
  let position = START;
  let name = node;
  let [defaultsAssumed, steps] = [0, 0];
  const leftOut: LeftOutCapture[] = [];
  const problems: string[] = [];
  for (const { path, open } of captures) {
    try {
      const session = await open();
      const next = await sweptCapture(session, position, sweeping);
      position = next;
      name ??= next.node ?? session.capture.node ?? session.capture.name;
      steps += next.taken;
      problems.push(...next.problems);
      defaultsAssumed += session.isAssumed === true ? 1 : 0;
    } catch (error) {
      const reason = inputSentence(error);
      if (reason === null || sweeping.isStrict) throw error;
      leftOut.push({ capture: path, reason });
    }
  }
  const cells = cellsOf(name ?? "", position, sweeping.axes);
  return { node: name ?? "", cells, leftOut, problems, defaultsAssumed, steps };
}

/** A capture is taken as a whole or not at all: the position before it stays as it is. */
async function sweptCapture(session: Session, before: Position, sweeping: Sweeping) {
  const { axes, pool, isStrict, progress } = sweeping;
  const { capture, engine, json } = session;
  // The one in force is the last: what it does not decide may fall between the samples.
  const configurations = [...configurationsOf(json, axes), { json }];
  // With another configuration, a kubelet has been restarted.
  let states = json === before.json ? before.states : configurations.map(() => null);
  const parts = [...before.parts];
  const ends: RecordedEnd[] = [];
  const decided = new Set<string>();
  let { from, to } = before;
  const freezer = new CaptureFreezer(engine, capture);
  const run = async () => {
    const part = freezer.part();
    const runs = packedCapture(part, to, sharedMemory);
    const given = configurations.map((each, at) => ({
      json: each.json,
      state: states[at] ?? null,
    }));
    const swept = await pool.run(runs, given, (done) => progress(freezer.taken, done));
    parts.push(swept);
    ends.push(...part.ends);
    for (const uid of evictedIn(swept.at(-1))) decided.add(uid);
    states = swept.map(({ state }) => state);
    from ??= part.steps[0]?.time ?? null;
    to = part.steps.at(-1)?.time ?? to;
    return part;
  };
  for await (const record of capture.records) {
    refuseOverlap(record.time, freezer.taken === 0 ? before.to : null);
    freezer.take(record);
    if (freezer.taken % 256 === 0) {
      progress(freezer.taken, null);
      await setImmediate();
    }
    if (freezer.bytes > PART_BYTES) await run();
  }
  const { problems } = await run();
  if (freezer.taken === 0) {
    throw isStrict
      ? inputFailure(`${capture.name}: ${REASONS.empty}.`)
      : new UnreadableError(REASONS.empty);
  }
  const damage = isStrict ? null : damageOf(capture.problems);
  if (damage !== null) throw new UnreadableError(damage);
  const { taken, node } = freezer;
  const inForce = session.isAssumed === true ? NONE : decided;
  return {
    json,
    parts,
    states,
    from,
    to,
    recorded: [...before.recorded, ...comparableEnds(ends, inForce)],
    problems,
    taken,
    node: session.capture.header?.node ?? node,
  };
}

function refuseOverlap(time: bigint, before: bigint | null): void {
  if (before === null || time > before) return;
  throw new UnreadableError(REASONS.overlap);
}

function cellsOf(
  node: string,
  { parts, from, to, recorded }: Position,
  axes: readonly Axis[],
): NodeCell[] {
  if (from === null || to === null) return [];
  const times = { from: formatTime(from), to: formatTime(to) };
  return settingsOf(axes).map((settings, index) => {
    const cell = cellOf(
      parts.flatMap((each) => each[index] ?? []),
      recorded,
    );
    return { node, settings, ...times, cell };
  });
}

/** Memory that the threads share: a day of 110 pods is 100 MB and more. */
function sharedMemory(bytes: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(bytes));
}
