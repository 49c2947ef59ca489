import { Command } from "commander";
import { dryRun } from "../actuators/dryRun.ts";
import { CloseStack } from "../closeStack.ts";
import { Daemon } from "../daemon/daemon.ts";
import { Hindrances } from "../daemon/hindrances.ts";
import { anyOf, identityOf } from "../daemon/identity.ts";
import { ownTraces } from "../daemon/ownTraces.ts";
import type { Onlooker } from "../daemon/step.ts";
import { inputFailure, usageFailure } from "../exitCode.ts";
import type { Io } from "../io.ts";
import { printNotes } from "../notes.ts";
import { seat } from "../session.ts";
import { SYSTEM_CLOCK } from "../systemClock.ts";
import { loadCore } from "../wasm.ts";
import { ACTUATORS, boundsOf, withReclaim } from "./run/actuators.ts";
import { openCluster } from "./run/cluster.ts";
import { type EarlierPolicy, openEarlierPolicy } from "./run/earlier.ts";
import { openForwarder } from "./run/forwarding.ts";
import { openMemory } from "./run/memory.ts";
import { addRunOptions, type RunOptions } from "./run/options.ts";
import { addOutlookOptions, type OutlookFlags, onlookersOf, spokenIo } from "./run/outlook.ts";
import { openPolicy } from "./run/policy.ts";
import { openRecorder } from "./run/recording.ts";
import { type OpenedSource, openSource, rowOf } from "./run/sources.ts";
import { untilStopped } from "./run/untilStopped.ts";

const EXAMPLES = `
Examples:
  plimsoll run --source apiserver --node worker-3
  plimsoll run --source kubelet --act kubernetes --state-dir /var/lib/plimsoll
  plimsoll run --source capture --example memory-leak --pace 10x
  plimsoll run --source capture --capture worker-3.plimsoll.ndjson.gz --state-dir ./state
  plimsoll run --source capture --example memory-leak --record ./captures
  plimsoll run --source kubelet --forward https://edge.example --forward-token-file token
  plimsoll run --source cgroup
  plimsoll run --source cgroup --act cgroup --eviction-hard 'memory.available<5%' --state-dir .`;

export function runCommand(io: Io): Command {
  const command = new Command("run")
    .summary("watch a node and decide, step by step; acts only when told to")
    .description(
      "Watches a node, decides every few seconds what its kubelet would do, and says so. " +
        "Nothing is acted upon unless --act names how.",
    );
  addOutlookOptions(addRunOptions(command)).addHelpText("after", EXAMPLES);
  return command.action((options: RunOptions & OutlookFlags) =>
    runDaemon(options, spokenIo(options, SYSTEM_CLOCK, io)),
  );
}

async function runDaemon(options: RunOptions & OutlookFlags, io: Io): Promise<void> {
  const opening = new CloseStack();
  try {
    const daemon = await openDaemon(options, opening, io);
    await runToEnd(daemon, stepsMax(options, io));
  } finally {
    await opening.close();
  }
}

/** Whatever it opens, `opening` closes: a start that fails ends the process as any other error. */
async function openDaemon(
  options: RunOptions & OutlookFlags,
  opening: CloseStack,
  io: Io,
): Promise<Daemon> {
  refuseWithoutKubernetes(options);
  const core = await loadCore();
  const opened = await openSource(options, opening, io);
  const evictor = await rowOf(ACTUATORS, options.act).open(options, opened, io);
  const named = withReclaim(evictor, options);
  // Only an API server can be asked what it would do.
  const asked = options.act === "kubernetes" ? evictor : null;
  const actuator = options.dryRun ? dryRun(named, asked) : named;
  const earlier =
    options.act === "kubernetes" ? await openEarlierPolicy(options, opened, core, io) : null;
  const policy = earlier ?? (await openPolicy(options, opened, io));
  await printNotes(policy.loaded.notes, io);

  const seated = seat(core, policy.loaded);
  const node = options.node ?? opened.node.header?.node;
  const known = { seat: seated, opened, node: node ?? "", acts: actuator.acts };
  const { state, journal } = await openMemory(options, known, opening, io);
  const onlookers: Onlooker[] = [];
  const trouble = async (sentence: string) => {
    for (const each of onlookers) await each.trouble?.(sentence);
  };
  const recorder = await openRecorder(options, node ?? "", trouble);
  const forwarder = openForwarder(options, node, trouble, io);
  const seen = { engine: seated.engine, opened, actuator, clock: SYSTEM_CLOCK };
  const watched = { ...seen, recorder, forwarder };
  onlookers.push(...(await onlookersOf(options, { ...watched, trouble }, opening, io)));
  const { watch, cluster } = await openBeside(options, opened, earlier, trouble, io);
  if (watch !== null) onlookers.push(watch);
  if (cluster !== null) opening.add(cluster);

  return new Daemon({
    core,
    seat: seated,
    policy: watch ?? policy.watched,
    header: {
      ...opened.node.header,
      plimsoll: "capture/1",
      ...(node === undefined ? {} : { node }),
    },
    source: opened.source,
    isLive: !opened.setsThePace,
    actuator,
    bounds: boundsOf(options),
    cluster,
    identity: anyOf(identityOf(await ownTraces(io.environment)), opened.machine),
    state,
    journal,
    clock: SYSTEM_CLOCK,
    intervalMilliseconds: opened.setsThePace ? 0 : options.interval * 1000,
    timeLimitMilliseconds: opened.setsThePace ? null : options.timeout * 1000,
    notifiers: opened.notifiers,
    onlookers,
  });
}

/** A run that ends by itself and never observed its node has not done what it was asked for. */
async function runToEnd(daemon: Daemon, itemsMax: number | undefined): Promise<void> {
  let observed = false;
  let problem = "";
  const reason = await untilStopped(
    (signal) => daemon.steps(signal),
    itemsMax,
    async (step) => {
      observed ||= step.observed;
      problem = step.problems[0]?.sentence ?? problem;
    },
  );
  if (observed || reason === "signal") return;
  throw inputFailure(`The node was not observed in any step. ${problem}`.trimEnd());
}

/** What a run beside a kubelet asks of it and of the cluster; nulls for every other run. */
async function openBeside(
  options: RunOptions,
  opened: OpenedSource,
  earlier: EarlierPolicy | null,
  trouble: (sentence: string) => Promise<void>,
  io: Io,
) {
  if (earlier === null) return { watch: null, cluster: null };
  const hindrances = new Hindrances((sentence) => void trouble(sentence));
  const cluster = await openCluster(options, opened, earlier.kubelet, hindrances, io);
  return { watch: earlier.watch(hindrances), cluster };
}

/** What only `--act kubernetes` does is not passed over in silence. */
function refuseWithoutKubernetes(options: RunOptions): void {
  const { act, actBefore, soleEvictor, leaseNamespace } = options;
  const given = { "--act-before": actBefore, "--sole-evictor": soleEvictor };
  const named = Object.entries({ ...given, "--lease-namespace": leaseNamespace });
  const [first] = named.filter(([, value]) => value !== undefined);
  if (act === "kubernetes" || first === undefined) return;
  throw usageFailure(`${first[0]} belongs to --act kubernetes; give both.`);
}

/** A script that runs the command of a README must come to an end by itself. */
function stepsMax({ steps, unattendedSteps }: RunOptions, io: Io): number | undefined {
  const isWatched = io.stdout.isTerminal && !io.environment.CI;
  return steps ?? (isWatched ? undefined : unattendedSteps);
}
