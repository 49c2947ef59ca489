import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { shared, sideBySide } from "../../../../analysis/questions/diff/sideBySide.ts";
import type { PartingSearch } from "../../../../analysis/questions/replay/partingSearch.ts";
import type { RecordedEvictions } from "../../../../analysis/questions/replay/recordedEvictions.ts";
import { type ReplayStep, replay } from "../../../../analysis/questions/replay/replay.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import type { Session } from "../../input/session.ts";
import { stepsOf } from "../../input/steps.ts";

interface Searched {
  readonly session: Session;
  readonly records: AsyncIterable<CaptureRecord>;
  readonly recorded: RecordedEvictions | undefined;
  /** Null where the policy is the one of the recording. */
  readonly search: PartingSearch | null;
}

/** The steps of a session, each handed to the search with that of the policy before its change. */
export async function* searchedSteps(
  { session, records, recorded, search }: Searched,
  io: Io,
): AsyncGenerator<ReplayStep, void, undefined> {
  if (search === null) {
    yield* stepsOf(session, io, records, recorded);
    return;
  }
  let latest: CaptureRecord | null = null;
  async function* watched(given: AsyncIterable<CaptureRecord>) {
    for await (const record of given) {
      latest = record;
      yield record;
    }
  }
  for await (const [own, unchanged] of pairsOf()) {
    if (latest !== null) search.take(latest, own, unchanged);
    yield own;
  }

  async function* pairsOf(): AsyncGenerator<readonly [ReplayStep, ReplayStep]> {
    if (session.unchanged === undefined) {
      for await (const step of stepsOf(session, io, watched(records), recorded)) yield [step, step];
      return;
    }
    const engine = new EvictionEngine(await loadModule("eviction"));
    const [left, right] = shared(records[Symbol.asyncIterator]());
    const own = stepsOf(session, io, watched(left), recorded);
    yield* sideBySide(own, replay(engine, session.unchanged, right));
  }
}
