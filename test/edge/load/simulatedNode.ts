import { generateMoments } from "../../../examples/generate/generateNode.ts";
import { type Decision, EvictionEngine, formatTime } from "../../../hosts/entries/library/index.ts";
import { envelope } from "../client.ts";
import { CORE } from "../examples.ts";

/** What a simulated node sends, and what has to be answered: computed here, by the same module. */
export interface Recording {
  readonly pods: Uint8Array;
  readonly snapshots: readonly Uint8Array[];
  /** The digest of each step's decision. */
  readonly digests: readonly string[];
}

export const POLICY = JSON.stringify({ evictionHard: { "memory.available": "30%" } });
const encoder = new TextEncoder();

export function recordingOf(pods: number, seed: number, steps: number): Recording {
  const engine = new EvictionEngine(CORE);
  engine.configure(POLICY);
  const moments = [...generateMoments({ pods, seed, pretty: true }, steps)];
  const list = encoder.encode(moments[0]?.pods ?? '{"items":[]}');
  engine.pods(list);
  const digests = moments.map(({ time, summary }) => {
    // Nothing is recorded after a reclaim, so the same Summary is shown again.
    if (engine.observe(summary, time) === 1) engine.reclaimed(summary);
    return engine.report<Decision>().parse().digest;
  });
  const snapshots = moments.map(({ time, summary }) =>
    envelope({ time: formatTime(time), summary: encoder.encode(summary) }),
  );
  return { pods: list, snapshots, digests };
}
