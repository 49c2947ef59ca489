/** One boot: its findings against the rules, and its log against `plimsoll oom`. */
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AnalyzedKill } from "../../../analysis/questions/oom/analyzedKills.ts";
import { analyzedKillsOf } from "../../oom/module.ts";
import { DIRECTORY, findingsOf } from "../emulator.ts";
import type { KillFinding, PanicFinding, SamplesFinding } from "./findings.ts";
import type { Kernel } from "./image.ts";
import { type Plan, wordsOf } from "./plan.ts";
import type { Finding } from "./scenario.ts";

const MEGABYTES = 640;
const SWAP_BYTES = 96 * 2 ** 20;
const SECONDS_MAX = 3600;
/** The load rests while it is read; what moves is the kernel's own reclaim. */
const EQUAL_SHARE_MIN = 0.99;
/**
 * From 6.2 until it weighs exact sums the kernel weighs counters of each processor that may be some
 * pages behind what /proc shows; that moves a score by one.
 */
const APPROXIMATE = /^6\.([2-9]|1\d)\./;

type OfKind<Kind extends Finding["kind"]> = Extract<Finding, { kind: Kind }>;

/** Prints what was seen; answers what is wrong, one sentence each. */
export async function boot(kernel: Kernel, image: string, plan: Plan): Promise<string[]> {
  const swap = join(DIRECTORY, `oom-swap-${kernel.release}`);
  writeFileSync(swap, "");
  truncateSync(swap, SWAP_BYTES);
  const consoleLines: string[] = [];
  const findings = await findingsOf<Finding>("OOM", {
    image,
    megabytes: MEGABYTES,
    seconds: SECONDS_MAX,
    kernel: kernel.image,
    words: `${wordsOf(plan)} rootfstype=ramfs loglevel=1 log_buf_len=4M swapaccount=1`,
    devices: ["-drive", `file=${swap},format=raw,if=virtio,cache=unsafe`],
    hear: (line) => consoleLines.push(line),
  });
  const of = <Kind extends Finding["kind"]>(kind: Kind) =>
    findings.filter((finding): finding is OfKind<Kind> => finding.kind === kind);
  writeFileSync(
    join(DIRECTORY, `oom-${kernel.release}-v${plan.cgroupVersion}.log`),
    [...of("kill").map(({ log }) => log), ...consoleLines].join("\n"),
  );
  const [begun] = of("begun");
  if (begun === undefined) return [`It did not begin: ${consoleLines.slice(-5).join(" / ")}`];
  console.log(
    `${begun.kernel}, cgroup v${begun.cgroupVersion}, ${begun.ramMebibytes} MiB and ` +
      `${begun.swapMebibytes} MiB of swap, seed ${plan.seed}`,
  );
  return [
    ...of("samples").flatMap((found) => samplesWrong(found, begun.kernel)),
    ...killsWrong(of("kill")),
    ...panicWrong(of("panic"), consoleLines, plan),
    ...(of("ended").length === 1 ? [] : [`It broke off: ${consoleLines.slice(-8).join(" / ")}`]),
  ];
}

function samplesWrong(found: SamplesFinding, kernel: string): string[] {
  const { samples, processes, equal, oneApart, further, swapped, exempt, examples } = found;
  console.log(
    `  ${samples} samples of ${processes} processes (${swapped} with swap, ${exempt} exempt): ` +
      `${equal} equal, ${oneApart} one apart, ${further} further`,
  );
  for (const { name, shown, ours } of examples) {
    console.log(`    ${name}: the kernel shows ${shown}, the rules give ${ours}`);
  }
  return [
    ...(further === 0 ? [] : [`${further} scores are further than one apart.`]),
    ...(APPROXIMATE.test(kernel) || equal >= EQUAL_SHARE_MIN * samples
      ? []
      : [`Only ${equal} of ${samples} scores are equal.`]),
  ];
}

/** What a report says was out of memory. */
const CAUSES = { global: "machine", memcg: "cgroup" } as const;

interface AnalyzedRound {
  readonly finding: KillFinding;
  readonly kills: readonly AnalyzedKill[];
  readonly wrong: readonly string[];
}

function killsWrong(findings: readonly KillFinding[]): string[] {
  const analyzed = findings.map(analyzedKills);
  for (const scope of ["memcg", "global"] as const) {
    const own = analyzed.filter(({ finding }) => finding.scope === scope);
    if (own.length === 0) continue;
    const right = own.filter(({ wrong }) => wrong.length === 0).length;
    const open = own.filter(({ finding }) => finding.expected.length > 1).length;
    const groups = own.filter(({ kills }) => (kills[0]?.killedWith ?? []).length > 0).length;
    const allocating = own.filter(({ finding }) => finding.killsAllocating).length;
    const swapped = own.filter(({ finding }) => finding.swapped > 0).length;
    const logged = own.reduce((sum, { kills }) => sum + kills.length, 0);
    console.log(
      `  ${own.length} rounds of scope ${scope}: ${right} as predicted (${open} left open ` +
        `between two, ${groups} killed a group, ${allocating} the allocating task, ` +
        `${swapped} with swap); ${logged} kills in the log`,
    );
  }
  return analyzed.flatMap(({ wrong }) => wrong);
}

function analyzedKills(finding: KillFinding): AnalyzedRound {
  const { round, expected, died, log, scope, loads } = finding;
  const kills = analyzedKillsOf(log);
  const [first] = kills;
  const wrong: string[] = [];
  const say = (sentence: string) => wrong.push(`${round}: ${sentence}`);
  if (expected.length === 0) {
    const killed = kills.find((kill) => kill.killed !== null)?.killed;
    if (killed != null) say(`the kernel killed ${killed.name}, predicted was that nobody dies.`);
    if (died.length > 0) say(`${sorted(died)} died, predicted was that nobody dies.`);
    const says = kills.some(({ notes }) => NOBODY.test(notes.join(" ")));
    if (!says) say("plimsoll oom does not say that nobody could be killed.");
    return { finding, kills: [], wrong };
  }
  const names = expected.map(({ pid, name }) => `${name} (${pid})`).join(" or ");
  const predicted = expected.find(({ pid }) => pid === first?.killed?.pid);
  if (first?.killed == null) say("the log has no kill.");
  else if (predicted === undefined) {
    say(`the kernel killed ${first.killed.name} (${first.killed.pid}), predicted was ${names}.`);
  } else {
    // Of a group the kernel may also name threads.
    const together = (first.killedWith ?? []).map(({ pid }) => pid);
    const others = together.filter((pid) => loads.includes(pid));
    if (sorted(others) !== sorted(predicted.killedWith)) {
      say(`${sorted(others)} died with it, predicted was ${sorted(predicted.killedWith)}.`);
    }
  }
  for (const [index, kill] of kills.entries()) {
    const { pid, name } = kill.killed ?? { pid: 0, name: "nobody" };
    // Of many kills in five seconds the kernel leaves the report of the later ones out.
    const isBare = index > 0 && kill.ranking.length === 0;
    if (kill.cause !== CAUSES[scope] && !(isBare && kill.cause === "unknown")) {
      say(`plimsoll oom takes ${name} (${pid}) for ${kill.cause}.`);
    }
    if (isBare) continue;
    if (kill.chosenByPolicy !== true) {
      const { chosen } = kill;
      say(
        `plimsoll oom says chosenByPolicy ${kill.chosenByPolicy} of ${name} (${pid}), and ` +
          `chooses ${chosen?.name} (${chosen?.pid}): ${kill.notes.join(" ")}`,
      );
    }
  }
  const logged = kills.flatMap(({ killed, killedWith = [] }) => [
    killed?.pid ?? 0,
    ...killedWith.map(({ pid }) => pid),
  ]);
  const processes = logged.filter((pid) => loads.includes(pid));
  if (sorted(processes) !== sorted(died)) {
    say(`${sorted(died)} died, and the log names ${sorted(processes)}.`);
  }
  return { finding, kills, wrong };
}

const NOBODY = /found no process to kill/;
const sorted = (pids: readonly number[]) => [...pids].sort((a, b) => a - b).join(" ");

/** The last thing that the kernel says, on its console. */
function panicWrong(
  findings: readonly PanicFinding[],
  lines: readonly string[],
  { panicOnOom }: Plan,
): string[] {
  const last = findings.at(-1);
  if (last === undefined) return ["It did not come to its panic."];
  const analyzed = analyzedKillsOf(lines.join("\n")).at(-1);
  console.log(`  panic_on_oom ${panicOnOom}, ${last.scope}: ${last.action}; ${analyzed?.panic}`);
  return [
    ...(last.action === "Panic" ? [] : [`The rules give ${last.action} with ${panicOnOom}.`]),
    ...(analyzed?.panic !== undefined &&
    analyzed.killed === null &&
    analyzed.cause === CAUSES[last.scope]
      ? []
      : ["plimsoll oom does not see the panic on the console."]),
  ];
}
