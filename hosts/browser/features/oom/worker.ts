import type { Decision } from "../../../../analysis/engine/decision.ts";
import { OomEngine } from "../../../../analysis/engine/oomEngine.ts";
import type { OomView } from "../../../../analysis/questions/oom/nodeOom.ts";
import { oomRanking } from "../../../../analysis/questions/oom/nodeRanking.ts";
import {
  type OomSettings,
  oomSettings,
  raceBetween,
} from "../../../../analysis/questions/oom/race.ts";
import { listIn } from "../../../../analysis/questions/oom/terminations.ts";
import type { Run } from "../../../../analysis/questions/replay/frozen/run.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { OomCourse } from "../../session/protocol.ts";
import type { Turns } from "../../session/turns.ts";
import type { Handlers } from "../../worker/handlers.ts";
import { type AnalyzedRun, rankedScene } from "../../worker/scene.ts";
import type { Session } from "../../worker/session.ts";
import { RACES, soonOf } from "./races.ts";
import { terminationsIn } from "./terminationsIn.ts";

export const HANDLERS: Handlers<"oom" | "oomCourse"> = {
  oom: async (session, { module, position }, reply) => {
    const { analyzed, turns } = await session.analyzed();
    const view = await oomOf(session, module).view(analyzed, position, turns);
    reply({ kind: "oom", view });
  },
  oomCourse: async (session, { module }, reply) => {
    const { analyzed, turns } = await session.analyzed();
    const { length } = session.inForce.steps;
    const course = await oomOf(session, module).course(analyzed, length, turns);
    reply({ kind: "oomCourse", course });
  },
};

function oomOf(session: Session, module: WebAssembly.Module): RunOom {
  return session.keep(RunOom, () => new RunOom(module));
}

/** The kernel's OOM killer beside a run of the kubelet. */
export class RunOom {
  readonly #engine: OomEngine;

  constructor(module: WebAssembly.Module) {
    this.#engine = new OomEngine(module);
  }

  /** Whom the kernel would kill at a step, and whether it would be first. */
  async view(
    { run, json, capture }: AnalyzedRun,
    position: number,
    turns: Turns,
  ): Promise<OomView> {
    const settings = oomSettings(json);
    const ranked = await rankedScene({ run, capture }, position, turns);
    if (ranked === null) return { ranking: null, race: null };
    const { scene, decision } = ranked;
    const of = { decision, kubelet: run.policy.kubeletVersion, settings };
    const ranking = oomRanking({ ...scene, pods: taken(scene.pods), ...of }, this.#engine);
    return { ranking, race: this.#raceAt(run, position, settings) };
  }

  /** Over all steps: who would be first, and which containers the capture says were killed. */
  async course(
    { run, json, capture }: AnalyzedRun,
    count: number,
    turns: Turns,
  ): Promise<OomCourse> {
    const settings = oomSettings(json);
    const [races, soon] = [new Uint8Array(count), new Uint8Array(count)];
    let before: Decision | null = null;
    for (let step = 0; step < count; step++) {
      run.goTo(step);
      const now = run.decision(Detail.Arithmetic)?.parse() ?? null;
      if (turns.isOver) await turns.rest();
      if (now === null) continue;
      const race =
        before === null ? null : raceBetween(before, now, run.policy, settings, this.#engine);
      races[step] = RACES.indexOf(race?.first ?? "nobody");
      soon[step] = soonOf(race?.emptyMilliseconds);
      before = now;
    }
    return { races, soon, terminations: await terminationsIn(capture, turns) };
  }

  #raceAt(run: Run, position: number, settings: OomSettings) {
    const before = observedBefore(run, position);
    run.goTo(position);
    const now = run.decision(Detail.Arithmetic)?.parse() ?? null;
    if (before === null || now === null) return null;
    return raceBetween(before, now, run.policy, settings, this.#engine);
  }
}

/** Null where it is not JSON: it was refused, and no pod of it is known. */
function taken(pods: Uint8Array): Uint8Array | null {
  return listIn(new TextDecoder().decode(pods)) === null ? null : pods;
}

/** The last step before in which something was observed. */
function observedBefore(run: Run, position: number): Decision | null {
  for (let step = position - 1; step >= 0; step--) {
    run.goTo(step);
    const decision = run.decision(Detail.Arithmetic)?.parse() ?? null;
    if (decision !== null) return decision;
  }
  return null;
}
