import type { Decision, Eviction } from "../../../../analysis/engine/decision.ts";
import type { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { takeStep } from "../../../../analysis/engine/step.ts";
import { findsNobody, underPressure } from "../../../../analysis/text/outcome.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { HeadroomAnswer, HeadroomEviction, HeadroomRequest } from "../../session/protocol.ts";
import type { Handlers } from "../../worker/handlers.ts";
import type { Scene } from "../../worker/scene.ts";
import { later, lowered, type Members } from "./lowered.ts";

/** The kubelet's monitoring interval. Spec 3.1. */
const INTERVAL_SECONDS = 10;
const NANOSECONDS_PER_SECOND = 1_000_000_000n;
/** Passes of the kubelet: an hour and a half. */
const PASSES_MAX = 540;

/** On the documents as they came: a decoded Summary cannot be changed. */
export const HANDLERS: Handlers<"headroom"> = {
  headroom: async (session, request, reply) => {
    await session.whenDecided();
    const scene = await session.sceneAt(request.position);
    const options = { ...session.policy.options, whatIf: !request.isTakenAgain };
    const { json } = session.policyJson({ ...session.policy, options });
    const answer = scene === null ? null : headroomOf(session.questionEngine, scene, json, request);
    reply({ kind: "headroom", answer });
  },
};

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * What the kubelet does, pass by pass, when so much is left from the next one on. Whether what an
 * evicted pod used is available again is the policy's own closed loop (`whatIf` in `json`); where
 * it is taken again, the pod is evicted and what is left stays as low. Null when the Summary does
 * not observe the signal.
 */
export function headroomOf(
  engine: EvictionEngine,
  { time, pods, summary }: Scene,
  json: string,
  { signal, available, isTakenAgain }: HeadroomRequest,
): HeadroomAnswer | null {
  engine.configure(json);
  const members = engine.members(summary);
  const node = lowered(JSON.parse(textOf(members.get("node"), "{}")) as Members, signal, available);
  if (node === null) return null;
  const ofPods = textOf(members.get("pods"), "[]");
  takeStep(engine, { time, pods, summary });
  // What goes as it is goes before anything falls.
  const now = engine.report(Detail.Arithmetic).parse();
  const evictions: HeadroomEviction[] = now.evictions.map((eviction) =>
    evictionOf(now, eviction, 0),
  );
  const evicted = new Set(now.evictions.map(({ uid }) => uid));
  let last: Decision | null = null;
  let seconds = 0;
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    seconds += INTERVAL_SECONDS;
    const nanoseconds = BigInt(seconds) * NANOSECONDS_PER_SECOND;
    const text = `{"node":${JSON.stringify(later(node, nanoseconds))},"pods":${ofPods}}`;
    const left = isTakenAgain && evicted.size > 0 ? { pods: without(pods, evicted) } : {};
    takeStep(engine, { time: time + nanoseconds, summary: encoder.encode(text), ...left });
    const decision = engine.report(Detail.Arithmetic).parse();
    last = decision;
    evictions.push(
      ...decision.evictions.map((eviction) => evictionOf(decision, eviction, seconds)),
    );
    for (const { uid } of decision.evictions) evicted.add(uid);
    if (decision.evictions.length === 0 && !isWaiting(decision)) break;
  }
  const observed = last?.observations?.find((each) => each.signal === signal);
  return {
    signal,
    available,
    evictions,
    conditions: last?.nodeConditions ?? [],
    left: observed?.available ?? null,
    end: last === null || isWaiting(last) ? "later" : findsNobody(last) ? "nobody" : "enough",
    seconds,
  };
}

/** A grace period has begun and has not passed. */
function isWaiting(decision: Decision): boolean {
  const { evictions } = decision;
  return (
    evictions.length > 0 ||
    underPressure(decision).some(({ met, gracePeriodSatisfied }) => met && !gracePeriodSatisfied)
  );
}

function evictionOf(
  decision: Decision,
  { namespace, name, uid, message }: Eviction,
  seconds: number,
) {
  const { signal, hard, ranking = [] } = decision;
  const why = ranking.find((pod) => pod.uid === uid)?.sentence ?? message;
  return {
    pod: { namespace, name, uid },
    seconds,
    signal: signal ?? null,
    hard: hard ?? true,
    why,
  };
}

/** The pods that are still there. */
function without(pods: Uint8Array, evicted: ReadonlySet<string>): Uint8Array {
  const list = JSON.parse(decoder.decode(pods)) as { items?: { metadata?: { uid?: string } }[] };
  const items = list.items?.filter(({ metadata }) => !evicted.has(metadata?.uid ?? "")) ?? [];
  return encoder.encode(JSON.stringify({ ...list, items }));
}

function textOf(bytes: Uint8Array | undefined, none: string): string {
  return bytes === undefined ? none : decoder.decode(bytes);
}
