/** What is asked of every capture, whatever features the page has. */

import type { Decision, PodName } from "../../../analysis/engine/decision.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { Run } from "../../../analysis/questions/replay/frozen/run.ts";
import { Detail, Status } from "../../../assembly/abi.ts";
import { Superseded, Turns } from "../session/turns.ts";
import type { Handlers } from "./handlers.ts";
import { Records } from "./records.ts";
import type { Session } from "./session.ts";

export const CAPTURE_HANDLERS: Handlers<
  "open" | "decide" | "record" | "recordedStep" | "ask" | "explain"
> = {
  open: (session, request, reply) => session.open(request, reply),
  decide: (session, request, reply) => session.decide(request, reply),
  record: async (session, { text }, reply) => {
    const capture = session.opened;
    const { json } = session.policyJson({ text, options: {} });
    const records = session.keep(Records, () => new Records(session.core));
    const turns = new Turns(() => session.isOpen(capture));
    reply({ kind: "record", record: await records.run(capture, json, turns) });
  },
  recordedStep: async (session, { position }, reply) => {
    const records = session.keep(Records, () => new Records(session.core));
    reply({ kind: "recordedStep", decision: records.at(position) });
  },
  ask: async (session, { position }, reply) => {
    const { run, memory, problems } = await stepOf(session, position);
    const decision = run.decision(Detail.Counterfactuals)?.parse() ?? null;
    reply({ kind: "step", decision, memory, problems });
  },
  explain: async (session, { position, pod }, reply) => {
    const { run, memory, problems } = await stepOf(session, position);
    reply({ kind: "step", decision: explained(run, pod), memory, problems });
  },
};

/** The run decided last, gone to a step. */
async function stepOf(session: Session, position: number) {
  const { run } = await session.decided();
  const step = session.inForce.steps[position];
  // The capture is being read again: the next decisions come with their own step.
  if (step === undefined) throw new Superseded("The run is at an end.");
  run.goTo(position);
  return { run, memory: step.memory, problems: step.problems };
}

/** Null when the pod is not on the node in this step. */
function explained(run: Run, pod: PodName): Decision | null {
  try {
    return run.explain(pod)?.parse() ?? null;
  } catch (error) {
    if (error instanceof EngineError && error.answer.status === Status.NotFound) return null;
    throw error;
  }
}
