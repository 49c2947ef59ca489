import type { Decision } from "../../../../analysis/engine/decision.ts";
import { OomEngine } from "../../../../analysis/engine/oomEngine.ts";
import type { OomView } from "../../../../analysis/questions/oom/nodeOom.ts";
import { oomRanking } from "../../../../analysis/questions/oom/nodeRanking.ts";
import { oomSettings, raceBetween, raceNode } from "../../../../analysis/questions/oom/race.ts";
import { areSpaced, SpacedSteps } from "../../../../analysis/questions/oom/spacedSteps.ts";
import { listIn } from "../../../../analysis/questions/oom/terminations.ts";
import type { Run } from "../../../../analysis/questions/replay/frozen/run.ts";
import { parseTime } from "../../../../analysis/text/time.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { Handlers } from "../../worker/handlers.ts";
import type { AnalyzedRun, RankedScene } from "../../worker/scene.ts";
import type { Session } from "../../worker/session.ts";
import { RACES, soonOf } from "./races.ts";
import { Terminations } from "./terminationsIn.ts";

export const HANDLERS: Handlers<"oom" | "oomTimeline"> = {
  oom: async (session, { module, position }, reply) => {
    const analyzed = await session.analyzed();
    const ranked = await session.rankedScene(analyzed, position);
    reply({ kind: "oom", view: viewOf(engineOf(session, module), analyzed, ranked, position) });
  },
  oomTimeline: async (session, { module }, reply) => {
    const analyzed = await session.analyzed();
    const { length } = session.inForce.steps;
    const races = await racesOf(engineOf(session, module), analyzed, length);
    const known = session.keep(Terminations, () => new Terminations());
    const terminations = await known.of(session.given, analyzed.turns);
    reply({ kind: "oomTimeline", timeline: { ...races, terminations } });
  },
};

function engineOf(session: Session, module: WebAssembly.Module): OomEngine {
  return session.keep(OomEngine, () => new OomEngine(module));
}

/** The process that the kernel would kill at a step, and whether it would be first. */
function viewOf(
  engine: OomEngine,
  { run, json }: AnalyzedRun,
  ranked: RankedScene | null,
  position: number,
): OomView {
  if (ranked === null) return { ranking: null, race: null };
  const { scene, decision } = ranked;
  const settings = oomSettings(json);
  const of = { decision, kubelet: run.policy.kubeletVersion, settings };
  const ranking = oomRanking({ ...scene, pods: taken(scene.pods), ...of }, engine);
  const now = decisionAt(run, position);
  const before = now === null ? null : observedBefore(run, position, now);
  const isKnown = before !== null && now !== null;
  const node = now === null ? null : raceNode(now, scene.summary);
  const further = node === null ? {} : { node };
  const race = isKnown ? raceBetween(before, now, run.policy, settings, engine, further) : null;
  return { ranking, race };
}

/** Over all steps: who would be first, and how soon nothing would be left. */
async function racesOf(engine: OomEngine, { run, json, turns }: AnalyzedRun, count: number) {
  const settings = oomSettings(json);
  const [races, soon] = [new Uint8Array(count), new Uint8Array(count)];
  const spaced = new SpacedSteps<Decision>();
  for (let step = 0; step < count; step++) {
    const now = decisionAt(run, step);
    if (turns.isOver) await turns.rest();
    if (now === null) continue;
    const before = spaced.take(timeOf(now), now);
    const race = before === null ? null : raceBetween(before, now, run.policy, settings, engine);
    races[step] = RACES.indexOf(race?.first ?? "nobody");
    soon[step] = soonOf(race?.emptyMilliseconds);
  }
  return { races, soon };
}

/** Null where it is not JSON: it was refused, and no pod of it is known. */
function taken(pods: Uint8Array): Uint8Array | null {
  return listIn(new TextDecoder().decode(pods)) === null ? null : pods;
}

/** The last step before in which something was observed, and from which a fall can be read off. */
function observedBefore(run: Run, position: number, now: Decision): Decision | null {
  for (let step = position - 1; step >= 0; step--) {
    const decision = decisionAt(run, step);
    if (decision === null) continue;
    if (areSpaced(timeOf(decision), timeOf(now))) return decision;
  }
  return null;
}

function timeOf({ time }: Decision): bigint {
  return parseTime(time) ?? 0n;
}

function decisionAt(run: Run, step: number): Decision | null {
  run.goTo(step);
  return run.decision(Detail.Arithmetic)?.parse() ?? null;
}
