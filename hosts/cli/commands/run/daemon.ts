import type { Actuator } from "../../../../analysis/engine/actuator.ts";
import type { ConfiguredEngine } from "../../../../analysis/engine/configuredEngine.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { leavesOutHugePages } from "../../../../analysis/read/memory/hugePages.ts";
import { assumedRelease } from "../../../../analysis/text/assumedDefaults.ts";
import { anyOf, identityOf, ownTraces } from "../../../daemon/acting/identity.ts";
import { dryRun } from "../../../daemon/actuators/observe.ts";
import { StepHistory } from "../../../daemon/history/stepHistory.ts";
import { Daemon } from "../../../daemon/loop/daemon.ts";
import { Liveness, type PartSeconds } from "../../../daemon/loop/liveness.ts";
import { Observers } from "../../../daemon/loop/observers.ts";
import type { Observer } from "../../../daemon/step.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import type { CloseStack } from "../../closeStack.ts";
import { configuredEngine } from "../../input/session.ts";
import { printNotes } from "../../notes.ts";
import { ACTUATORS, boundsOf, withReclaim } from "./actuators.ts";
import type { EarlierPolicy } from "./earlier.ts";
import { type DaemonOptions, observersOf, spokenIo, type Watched } from "./observers.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions } from "./options.ts";
import type { Outputs } from "./outputs.ts";
import { openPolicy } from "./policy.ts";
import { openRecorder } from "./recording.ts";
import { openSource } from "./sources.ts";
import { openStateDirectory } from "./stateDirectory.ts";

/** For a busy machine, and requests to an API server that is slow. */
const TURN_SLACK_SECONDS = 60;
/**
 * For three requests of 10 s about each of 100 Leases of acting nodes, and for a grace period. A
 * daemon that is ended in an act leaves an eviction of which it is unknown whether it was made.
 */
const ACT_SECONDS = 3600;

/** Whatever it opens, `opening` closes: a start that fails ends the process as any other error. */
export async function openDaemon(
  options: DaemonOptions,
  opening: CloseStack,
  outputs: Outputs,
): Promise<Daemon> {
  const io = spokenIo(options, SYSTEM_CLOCK, outputs.io);
  const core = await loadModule("eviction");
  const newEngine = () => new EvictionEngine(core);
  const engine = newEngine();
  const opened = await openSource(options, engine, opening, io);
  if (opened.setsThePace) outputs.waitForReaders();
  const actuator = await openActuator(options, opened, io);
  const earlier = await openEarlier(options, opened, newEngine, io);
  const policy = earlier ?? (await openPolicy(options, opened, io));
  const configured = configuredEngine(engine, policy.loaded);
  await printNotes([...policy.loaded.notes, ...assumedRelease(configured.policy)], io);
  opened.machine?.leaveOutHugePages(areLeftOut(configured));
  const node = options.node ?? opened.node.header?.node;
  const known = { configured, opened, node: node ?? "", acts: actuator.acts };
  const { state, journal } = await openStateDirectory(options, known, opening, io);
  const isLive = !opened.setsThePace;
  const liveness = new Liveness(SYSTEM_CLOCK, isLive ? partSeconds(options) : null);
  const seen = {
    core,
    opened,
    actuator,
    clock: SYSTEM_CLOCK,
    liveness,
    outputs,
  };
  const { observers, reportError } = await openObservers(options, seen, opening, io);
  const watching = (await earlier?.openWatching(reportError)) ?? null;
  if (watching !== null) observers.push(watching.watch);
  if (watching !== null) opening.add(watching.cluster);

  return new Daemon({
    newEngine,
    configured,
    policy: watching?.watch ?? policy.watched,
    header: {
      ...opened.node.header,
      plimsoll: "capture/1",
      ...(node === undefined ? {} : { node }),
    },
    source: opened.source,
    isLive,
    actuator,
    bounds: boundsOf(options),
    cluster: watching?.cluster ?? null,
    identity: anyOf(identityOf(await ownTraces(io.environment)), opened.machine),
    state,
    journal,
    clock: SYSTEM_CLOCK,
    intervalMilliseconds: isLive ? options.interval * 1000 : 0,
    timeLimitMilliseconds: isLive ? options.timeout * 1000 : null,
    notifiers: opened.notifiers,
    observers,
    turned: (part) => liveness.turned(part),
  });
}

/** Whether the kubelet that is followed leaves huge pages out of the memory that is available. */
function areLeftOut({ policy, json }: ConfiguredEngine): boolean {
  const { featureGates } = JSON.parse(json) as { readonly featureGates?: Record<string, unknown> };
  return leavesOutHugePages(policy.kubeletVersion, featureGates);
}

async function openActuator(options: RunOptions, opened: OpenedSource, io: Io): Promise<Actuator> {
  const evictor = await ACTUATORS[options.act](options, opened, io);
  const named = withReclaim(evictor, options);
  // Only an API server can be asked what it would do.
  const asked = options.act === "kubernetes" ? evictor : null;
  return options.dryRun ? dryRun(named, asked) : named;
}

/** Null for a run that need not come before a kubelet. */
async function openEarlier(
  options: RunOptions,
  opened: OpenedSource,
  newEngine: () => EvictionEngine,
  io: Io,
): Promise<EarlierPolicy | null> {
  if (options.act !== "kubernetes") return null;
  const { openEarlierPolicy } = await import("./earlier.ts");
  return openEarlierPolicy(options, opened, newEngine, io);
}

/** The observers of the steps, and how an error is reported to them. */
async function openObservers(
  options: DaemonOptions,
  seen: Omit<Watched, "history" | "recorder" | "forwarder" | "reportError">,
  opening: CloseStack,
  io: Io,
) {
  const observers: Observer[] = [];
  const group = new Observers(observers);
  const reportError = (sentence: string) => group.reportError(sentence);
  seen.outputs.listen((sentence) => void reportError(sentence));
  const node = options.node ?? seen.opened.node.header?.node;
  const history = new StepHistory(seen.core, options.recordForm);
  const parts = { history, reportError, waits: seen.opened.setsThePace };
  const recorder = await openRecorder(options, node ?? "", parts);
  const forwarder =
    options.forward === undefined
      ? null
      : (await import("./forwarding.ts")).openForwarder(options, node, parts, io);
  const watched = { ...seen, history, recorder, forwarder, reportError };
  observers.push(...(await observersOf(options, watched, opening, io)));
  return { observers, reportError };
}

/** More than any part takes: of a step, waiting or reading; of an act, one question or the act. */
function partSeconds({ interval, timeout, execTimeout }: RunOptions): PartSeconds {
  return {
    step: interval + 2 * timeout + TURN_SLACK_SECONDS,
    act: timeout + execTimeout + ACT_SECONDS,
  };
}
