import type { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { inCluster } from "../../../daemon/kubernetes/inCluster.ts";
import { chooseSource, hasCgroups, listensAt } from "../../../daemon/sources/auto.ts";
import { CaptureSource } from "../../../daemon/sources/capture.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import type { CloseStack } from "../../closeStack.ts";
import { usageFailure } from "../../exitCode.ts";
import { openNamedCapture } from "../../input/capture.ts";
import { printNotes } from "../../notes.ts";
import { headerOf } from "../capture/sink.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { RunOptions } from "./runOptions.ts";

interface SourceRow {
  readonly title: string;
  /** The engine that decides, if one does: it reads a recorded Summary as its line is cut. */
  open(options: RunOptions, io: Io, engine: EvictionEngine | null): Promise<OpenedSource>;
}

/** By the name that `--source` takes. A daemon keeps what is loaded: only what it reads from is. */
export const SOURCES: Readonly<Record<string, SourceRow>> = {
  auto: { title: "a kubelet if there is one, otherwise this machine", open: openAuto },
  kubelet: {
    title: "the kubelet's own API",
    open: async (options, io) => (await import("./kubernetes.ts")).openKubelet(options, io),
  },
  apiserver: {
    title: "a node through the API server",
    open: async (options, io) => (await import("./kubernetes.ts")).openApiServer(options, io),
  },
  capture: { title: "a recorded node", open: openCapture },
  cgroup: {
    title: "this machine, without Kubernetes",
    open: async (options, io) => (await import("./cgroup.ts")).openCgroup(options, io),
  },
};

/** Opens what is there; one line says what and why. */
async function openAuto(
  options: RunOptions,
  io: Io,
  engine: EvictionEngine | null,
): Promise<OpenedSource> {
  const chosen = await chosenByAuto(options, io);
  return rowOf(SOURCES, chosen.source).open(chosen, io, engine);
}

/** The source that `--source` names. */
export async function openSource(
  options: RunOptions,
  engine: EvictionEngine | null,
  opening: CloseStack,
  io: Io,
): Promise<OpenedSource> {
  const opened = await rowOf(SOURCES, options.source).open(options, io, engine);
  opening.add(opened.source);
  for (const notifier of opened.notifiers) opening.add(notifier);
  return opened;
}

async function openCapture(
  options: RunOptions,
  io: Io,
  engine: EvictionEngine | null,
): Promise<OpenedSource> {
  const { capture: path, example, pace } = options;
  if (path === undefined && example === undefined) {
    throw usageFailure("No capture is given; use --capture FILE or --example NAME.");
  }
  const named = example === undefined ? {} : { example };
  const capture = await openNamedCapture(path, named, io, engine === null ? {} : { engine });
  const source = new CaptureSource(capture, { clock: SYSTEM_CLOCK, pace });
  return {
    source,
    node: { header: headerOf(capture), options: capture.options },
    setsThePace: true,
    notifiers: [],
    resumeAfter: (time) => source.resumeAfter(time),
  };
}

/** A row of a table of what can be chosen. */
export function rowOf<T>(table: Readonly<Record<string, T>>, name: string): T {
  const row = table[name];
  if (row !== undefined) return row;
  throw usageFailure(`${name} is not among ${Object.keys(table).join(", ")}; choose one of these.`);
}

/** The options that the choice of the example implies. */
const EXAMPLE: Partial<RunOptions> = { source: "capture", example: "memory-leak", pace: 10 };

/** `--source auto`: the options with the source that is there; one line says which, and why. */
async function chosenByAuto(options: RunOptions, io: Io): Promise<RunOptions> {
  const account = inCluster(io.environment) !== null;
  const node = options.node ?? io.environment.NODE_NAME;
  const isReadOnlyPort = options.kubelet.startsWith("http:");
  const named = options.kubeletTokenFile ?? options.kubeletClientCertificate;
  const { choice, sentence } = chooseSource({
    capture: options.capture !== undefined || options.example !== undefined,
    credentials: account || isReadOnlyPort || named !== undefined,
    kubelet: await listensAt(options.kubelet),
    apiServer: account && node !== undefined,
    cgroups: hasCgroups(options.cgroupRoot),
  });
  await printNotes([sentence], io);
  if (choice === "example") return { ...options, ...EXAMPLE };
  return { ...options, source: choice };
}
