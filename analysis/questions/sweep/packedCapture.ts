import { type PackableStep, packedBytes, packedSize, packSteps } from "../../engine/packedSteps.ts";
import type { FrozenCapture } from "../replay/frozen/frozenCapture.ts";

/** Steps of one pod list, as `EvictionEngine.steps` takes them. */
export interface PackedRun {
  /** The frozen pod list to thaw before; null for the one of the run before. */
  readonly pods: Uint8Array | null;
  readonly steps: Uint8Array;
}

/** Small enough for a processor's cache: several engines read a run one after the other. */
const RUN_BYTES = 0x80000;

/**
 * A capture as runs of steps. `before` is when the step before the first one was, and `memory`
 * makes the memory of a document, which threads may share.
 */
export function packedCapture(
  { steps, podLists }: Pick<FrozenCapture, "steps" | "podLists">,
  before: bigint | null = null,
  memory: (bytes: number) => Uint8Array = (bytes) => new Uint8Array(bytes),
): PackedRun[] {
  const runs: PackedRun[] = [];
  let podList = -1;
  let last = before;
  for (const run of runsOf(steps)) {
    const [{ podList: own } = { podList }] = run;
    const pods = own === podList ? null : (podLists[own] ?? null);
    podList = own;
    const packed = packSteps(run, last, memory(packedSize(run)));
    runs.push({ pods: pods === null ? null : copied(pods, memory), steps: packed });
    last = run.at(-1)?.time ?? last;
  }
  return runs;
}

type Step = FrozenCapture["steps"][number];

function* runsOf(steps: readonly Step[]): Generator<readonly Step[]> {
  let run: Step[] = [];
  let bytes = 0;
  for (const step of steps) {
    const own = packedBytes(step satisfies PackableStep);
    const isOver = run[0] !== undefined && run[0].podList !== step.podList;
    if (isOver || (run.length > 0 && bytes + own > RUN_BYTES)) {
      yield run;
      run = [];
      bytes = 0;
    }
    run.push(step);
    bytes += own;
  }
  if (run.length > 0) yield run;
}

function copied(bytes: Uint8Array, memory: (bytes: number) => Uint8Array): Uint8Array {
  const copy = memory(bytes.length);
  copy.set(bytes);
  return copy;
}
