import type { Machine } from "../../../daemon/cgroup/machine.ts";
import { CaptureSource } from "../../../daemon/sources/capture.ts";
import type { Notifier } from "../../../daemon/step.ts";
import type { KubeletConfiguration } from "../../../shared/configuration.ts";
import type { Source } from "../../../shared/source.ts";
import { usageFailure } from "../../../system/exitCode.ts";
import type { Io } from "../../../system/io.ts";
import { SYSTEM_CLOCK } from "../../../system/systemClock.ts";
import type { CloseStack } from "../../closeStack.ts";
import { openNamedCapture } from "../../input/capture.ts";
import type { KnownNode } from "../../input/policy.ts";
import { headerOf } from "../capture/sink.ts";
import { openAuto } from "./auto.ts";
import { openCgroup } from "./cgroup.ts";
import { openApiServer, openKubelet } from "./kubernetes.ts";
import type { RunOptions } from "./options.ts";

/** A source, and what it knows about its node before the first snapshot. */
export interface OpenedSource {
  readonly source: Source;
  /** The node's own configuration, version, layout and capacity, as a capture's header has them. */
  readonly node: KnownNode;
  /** It waits by itself and its times are its own; the interval is left out. */
  readonly setsThePace: boolean;
  readonly notifiers: readonly Notifier[];
  /** The kubelet's own configuration, read anew; absent where no kubelet is. */
  configz?(): Promise<KubeletConfiguration>;
  /** This machine, when it is the node. */
  readonly machine?: Machine;
  /** For a source that can go on where the run before left off. */
  resumeAfter?(time: bigint): void;
}

interface SourceRow {
  readonly title: string;
  open(options: RunOptions, io: Io): Promise<OpenedSource>;
}

/** By the name that `--source` takes. */
export const SOURCES: Readonly<Record<string, SourceRow>> = {
  auto: { title: "a kubelet if there is one, otherwise this machine", open: openAuto },
  kubelet: { title: "the kubelet's own API", open: openKubelet },
  apiserver: { title: "a node through the API server", open: openApiServer },
  capture: { title: "a recorded node", open: openCapture },
  cgroup: { title: "this machine, without Kubernetes", open: openCgroup },
};

/** The source that `--source` names. */
export async function openSource(
  options: RunOptions,
  opening: CloseStack,
  io: Io,
): Promise<OpenedSource> {
  const opened = await rowOf(SOURCES, options.source).open(options, io);
  opening.add(opened.source);
  for (const notifier of opened.notifiers) opening.add(notifier);
  return opened;
}

async function openCapture(options: RunOptions, io: Io): Promise<OpenedSource> {
  const { capture: path, example, pace } = options;
  if (path === undefined && example === undefined) {
    throw usageFailure("No capture is given; use --capture FILE or --example NAME.");
  }
  const capture = await openNamedCapture(path, example === undefined ? {} : { example }, io);
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
