/** Evictions that a capture records, with what the policy decides at the moment of each. */
import type { Decision } from "../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { HappenedEvictions } from "../../../analysis/questions/replay/happened.ts";
import {
  type RecordedEviction,
  RecordedEvictions,
} from "../../../analysis/questions/replay/recordedEvictions.ts";
import { replay } from "../../../analysis/questions/replay/replay.ts";
import { Detail } from "../../../assembly/abi.ts";
import type { DecidedEviction } from "../session/protocol.ts";
import { Turns } from "../session/turns.ts";
import type { Handlers } from "./handlers.ts";
import type { Session } from "./session.ts";

/** An engine of its own: the run on show keeps its step meanwhile. */
class RecordedEngine {
  readonly engine: EvictionEngine;

  constructor(core: WebAssembly.Module) {
    this.engine = new EvictionEngine(core);
  }
}

export const HANDLERS: Handlers<"recordedEvictions"> = {
  recordedEvictions: async (session, { text }, reply) => {
    const evictions = await decidedEvictions(session, text);
    reply({ kind: "recordedEvictions", evictions });
  },
};

/** Read again as it came: what is frozen of a Summary cannot take the last stats of a pod. */
async function decidedEvictions(
  session: Session,
  text: string,
): Promise<readonly DecidedEviction[]> {
  const { opened, given } = session;
  if (opened.evictions.length === 0) return [];
  const { json } = session.policyJson({ text, options: {} });
  const { engine } = session.keep(RecordedEngine, () => new RecordedEngine(session.core));
  const turns = new Turns(() => session.isOpen(opened));
  const whole = new Map<RecordedEviction, Decision>();
  const recorded = new RecordedEvictions((eviction) => {
    whole.set(eviction, engine.report<Decision>(Detail.Counterfactuals).parse());
  });
  const happened = new HappenedEvictions(recorded);
  const { records } = await given.open();
  for await (const step of replay(engine, json, records, { recorded })) {
    happened.take(step);
    if (turns.isOver) await turns.rest();
  }
  const rows = happened.result().happened;
  return opened.evictions.map((frozen, index) => {
    const eviction = recorded.found[index] ?? null;
    const decision = (eviction && (whole.get(eviction) ?? eviction.decision)) ?? null;
    return {
      ...frozen,
      eviction: eviction && { ...eviction, decision },
      policy: rows[index]?.policy ?? "unknown",
    };
  });
}
