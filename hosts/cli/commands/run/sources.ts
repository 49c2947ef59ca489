import type { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { inCluster } from "../../../daemon/kubernetes/inCluster.ts";
import { chooseSource, hasCgroups, listensAt } from "../../../daemon/sources/auto.ts";
import { CaptureSource } from "../../../daemon/sources/capture.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import type { CloseStack } from "../../closeStack.ts";
import { openNamedCapture } from "../../input/capture.ts";
import { printNotes } from "../../notes.ts";
import { headerOf } from "../capture/sink.ts";
import type { OpenedSource } from "./openedSource.ts";
import type { SourceOptions } from "./options.ts";
import type { SourceName } from "./sourceOptions.ts";

/** `engine`: the one that decides, if one does: it reads a recorded Summary as its line is cut. */
type Open = (
  options: SourceOptions,
  io: Io,
  engine: EvictionEngine | null,
) => Promise<OpenedSource>;

/** By the name that `--source` takes. A daemon keeps what is loaded: only what it reads from is. */
const SOURCES: Readonly<Record<SourceName, Open>> = {
  auto: openAuto,
  kubelet: async (options, io) => (await import("./kubernetes.ts")).openKubelet(options, io),
  apiserver: async (options, io) => (await import("./kubernetes.ts")).openApiServer(options, io),
  capture: openCapture,
  cgroup: async (options, io) => (await import("./cgroup.ts")).openCgroup(options, io),
};

/** Opens what is there; one line says what and why. */
async function openAuto(
  options: SourceOptions,
  io: Io,
  engine: EvictionEngine | null,
): Promise<OpenedSource> {
  const chosen = await chosenByAuto(options, io);
  return SOURCES[chosen.source](chosen, io, engine);
}

/** The source that `--source` names. */
export async function openSource(
  options: SourceOptions,
  engine: EvictionEngine | null,
  opening: CloseStack,
  io: Io,
): Promise<OpenedSource> {
  const opened = await SOURCES[options.source](options, io, engine);
  opening.add(opened.source);
  for (const notifier of opened.notifiers) opening.add(notifier);
  return opened;
}

async function openCapture(
  options: SourceOptions,
  io: Io,
  engine: EvictionEngine | null,
): Promise<OpenedSource> {
  const { capture: path, example, pace } = options;
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

/** The options that the choice of the example implies. */
const EXAMPLE: Partial<SourceOptions> = { source: "capture", example: "memory-leak", pace: 10 };

/** `--source auto`: the options with the source that is there; one line says which, and why. */
async function chosenByAuto(options: SourceOptions, io: Io): Promise<SourceOptions> {
  const account = inCluster(io.environment) !== null;
  const node = options.node ?? io.environment.NODE_NAME;
  const isReadOnlyPort = options.kubelet.startsWith("http:");
  const named = options.kubeletTokenFile ?? options.kubeletClientCertificate;
  const { choice, sentence } = chooseSource({
    capture: options.capture !== undefined || options.example !== undefined,
    credentials: account || isReadOnlyPort || named !== undefined,
    kubelet: await listensAt(options.kubelet),
    // A node that is named is never another machine.
    apiServer: options.node !== undefined || (account && node !== undefined),
    cgroups: hasCgroups(options.cgroupRoot),
  });
  await printNotes([sentence], io);
  if (choice === "example") return { ...options, ...EXAMPLE };
  return { ...options, source: choice };
}
