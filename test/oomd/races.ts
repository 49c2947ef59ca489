/** Races of killers on a real machine: who acted, by its log and by a replay of its samples. */
import { readFileSync } from "node:fs";
import type { KillerDecision } from "../../analysis/engine/oomdDecision.ts";
import { killerDecisions } from "../../analysis/questions/replay/killer/decisions.ts";
import { triedLooks } from "../../analysis/questions/replay/killer/looks.ts";
import { withoutReclaim } from "../../analysis/questions/replay/killer/reclaim.ts";
import { unseenSignal } from "../../analysis/questions/replay/killer/unseen.ts";
import { type KillerGiven, readKillerScenario } from "../../analysis/read/killer/scenario.ts";
import { readKillerLog } from "../../analysis/read/killerLog/killerLog.ts";
import { UnreadableError } from "../../analysis/read/unreadable.ts";
import { Detail } from "../../assembly/abi.ts";
import { analyzedKillsOf } from "../oom/module.ts";
import { engine } from "./module.ts";
import type { RaceName } from "./raceNames.ts";

export interface RecordedRace {
  /** A capture of samples. */
  readonly samples: string;
  /** What the programs and the kernel said, as journalctl prints it. */
  readonly log: string;
}

/** Who ends the unit that takes memory. */
export const FIRST: Readonly<Record<RaceName, string>> = {
  unscanned: "nobody",
  throttled: "systemd-oomd",
  limited: "kernel",
  unlimited: "earlyoom",
};

export const OOMD_CONF = { DefaultMemoryPressureDurationSec: "5s" };
export const EARLYOOM_ARGUMENTS = ["-r", "0"];
const SYSTEMD = "252";
const EARLYOOM = "1.7";
const LEAK = "/race.slice/leak.service";
/** Two samples of a slow machine, and what it takes to kill. */
const APART_SECONDS = 1;

interface Act {
  readonly who: string;
  /** A cgroup, or a process; null where it is not known. */
  readonly whom: string | null;
  /** Seconds since the epoch; null where it is not known. */
  readonly at: number | null;
}

const NOBODY: Act = { who: "nobody", whom: null, at: null };

/** By the log; every line that ends something is one act. */
export function logged({ log }: RecordedRace): readonly Act[] {
  const kernel = analyzedKillsOf(log).map(({ killed }): Act => {
    return { who: "kernel", whom: killed?.name ?? null, at: null };
  });
  return [...killers(log), ...kernel];
}

function killers(log: string): readonly Act[] {
  try {
    const { kills } = readKillerLog("log", Buffer.from(log));
    // What systemd reports of the kernel's kill is in the kernel's own lines too.
    return kills.flatMap(({ killer, killed, time }): Act[] =>
      killer === "kernel" ? [] : [{ who: killer, whom: killed, at: secondsOf(time) }],
    );
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return [];
  }
}

function secondsOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time) / 1000;
}

/** Who would have acted by a replay of the samples, and what is wrong with that. */
export function raceComplaints(name: RaceName, race: RecordedRace): readonly string[] {
  const acts = logged(race);
  const [first = NOBODY] = acts;
  const complaints = [
    ...(first.who === FIRST[name] ? [] : [`${first.who} acted first, not ${FIRST[name]}.`]),
    ...(acts.length < 2 ? [] : [`${acts.length} acts are in the log.`]),
    ...systemdComplaints(race, first),
    ...earlyoomComplaints(race, first),
  ];
  return complaints.map((sentence) => `${name}: ${sentence}`);
}

function replayedAs(killer: string, members: KillerGiven["members"], { samples }: RecordedRace) {
  const header = JSON.parse(samples.slice(0, samples.indexOf("\n")));
  const scenario = readKillerScenario(samples, "samples", { killer, members });
  return { scenario, began: Date.parse(header.time) / 1000 };
}

function systemdComplaints(race: RecordedRace, { who, at }: Act): readonly string[] {
  const { scenario, began } = replayedAs("systemd-oomd", { conf: OOMD_CONF }, race);
  const looks = triedLooks(scenario, SYSTEMD, engine());
  const kills = looks.filter(({ victim }) => victim !== null);
  if (who !== "systemd-oomd") {
    const said = who === "nobody" && withoutReclaim(scenario, SYSTEMD, engine()) === null;
    return [
      ...kills.map(({ victim }) => `systemd-oomd would kill ${victim}.`),
      ...(said ? ["nothing says that pressure was above its limit without a scan."] : []),
    ];
  }
  const own = kills.filter(({ victim }) => victim === LEAK).map((kill) => began + (kill.at ?? 0));
  const apart = Math.min(...own.map((moment) => Math.abs(moment - (at ?? 0))));
  if (apart <= APART_SECONDS) return [];
  return [`no look kills ${LEAK} within ${APART_SECONDS} s of the log: ${JSON.stringify(looks)}.`];
}

function earlyoomComplaints(race: RecordedRace, { who, whom, at }: Act): readonly string[] {
  const { scenario, began } = replayedAs("earlyoom", { args: EARLYOOM_ARGUMENTS }, race);
  const all = [...killerDecisions(scenario, EARLYOOM, engine(), Detail.Arithmetic)];
  const seen = all.find(isSignal);
  if (who !== "earlyoom") return seen === undefined ? [] : ["earlyoom would send a signal."];
  const first = seen ?? unseenSignal(scenario, EARLYOOM, engine())?.decision;
  if (first === undefined) return ["earlyoom would send no signal."];
  const apart = Math.abs(began + first.at - (at ?? 0));
  const name = first.ranking?.[0]?.name ?? "";
  return [
    ...(whom?.includes(name) === true ? [] : [`earlyoom would take ${name}, not ${whom}.`]),
    ...(apart <= APART_SECONDS ? [] : [`earlyoom would act ${apart} s away from the log.`]),
  ];
}

function isSignal(decision: KillerDecision): decision is KillerDecision & { killer: "earlyoom" } {
  return decision.killer === "earlyoom" && decision.signal !== null;
}

/** As the guest recorded them, packed. */
export function keptFile(name: RaceName, ending: "ndjson.gz" | "log.gz"): Buffer {
  return readFileSync(new URL(`recorded/${name}.${ending}`, import.meta.url));
}
