import { basename, isAbsolute } from "node:path";
import type { ConfiguredEngine, PolicyText } from "../../../analysis/engine/configuredEngine.ts";
import type { Policy } from "../../../analysis/engine/decision.ts";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { withoutControls } from "../../../analysis/present/terminal/controls.ts";
import type { CaptureOptions } from "../../../analysis/questions/options/capture.ts";
import type { PolicyOptions } from "../../../analysis/questions/options/policy.ts";
import type { Subject } from "../../../analysis/questions/replay/opening.ts";
import type {
  ConfigurationForm,
  ConfigurationText,
} from "../../../analysis/read/kubelet/configuration.ts";
import { readable } from "../../../analysis/read/readable.ts";
import { ASSUMED_DEFAULTS, assumedRelease } from "../../../analysis/text/assumedDefaults.ts";
import type { Io } from "../../system/io.ts";
import { loadModule } from "../../system/modules.ts";
import { inputFailure } from "../exitCode.ts";
import { printNotes } from "../notes.ts";
import { openNamedCapture } from "./capture.ts";
import type { NamedCapture } from "./namedCapture.ts";
import { configurationText, loadPolicy } from "./policy.ts";

/** A capture and the policy that decides on it. */
export interface Session extends ConfiguredEngine {
  readonly capture: NamedCapture;
  /** The format of the given or recorded configuration; absent if the defaults are used. */
  readonly form?: ConfigurationForm;
}

export interface SessionOptions extends CaptureOptions, PolicyOptions {
  readonly config?: readonly string[];
  /** What counts as `--config` where none is given. */
  readonly configuration?: ConfigurationText | undefined;
}

/**
 * `open`: where the capture comes from, when neither a path nor an option names it. `given`: an
 * engine for several sessions, each ends before the next begins; an engine takes 65 MiB.
 */
export async function openSession(
  path: string | undefined,
  options: SessionOptions,
  io: Io,
  open?: () => Promise<NamedCapture>,
  given?: EvictionEngine,
): Promise<Session> {
  const [file] = options.config ?? [];
  const engine = given ?? new EvictionEngine(await loadModule("eviction"));
  const capture = await (open?.() ??
    openNamedCapture(path, options, io, { engine, isPassing: true }));
  const config = file === undefined ? options.configuration : await configurationText(file, io);
  const loaded = await loadPolicy(config, options, capture, io);
  const { header, name } = capture;
  // A capture of a log ranks pods as that log did, and explains no ranking.
  const missing = Array.isArray(header?.missing) ? header.missing.join(", ") : "";
  const leftOut = `${name} leaves out: ${missing} (docs/reference/formats.md).`;
  const ofCapture = missing === "" ? [] : [leftOut];
  if (loaded.isAssumed === true) ofCapture.push(`${name}: ${ASSUMED_DEFAULTS}`);
  const configured = configuredEngine(engine, loaded);
  await printNotes([...loaded.notes, ...ofCapture, ...assumedRelease(configured.policy)], io);
  const { form } = loaded;
  return { capture, ...configured, ...(form === undefined ? {} : { form }) };
}

/** Throws a Failure with every error of a configuration the kubelet would not start with. */
export function configuredEngine(
  engine: EvictionEngine,
  { json, origins, isAssumed, unchanged }: PolicyText,
): ConfiguredEngine {
  try {
    engine.configure(json);
    const policy = readable(engine.report<Policy>());
    return {
      ...{ engine, policy, json, origins },
      ...(isAssumed === undefined ? {} : { isAssumed }),
      ...(unchanged === undefined ? {} : { unchanged }),
    };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const from = origins.join(", then ");
    const reasons = error.errors.map(({ path, message }) => `\n  ${path}: ${message}`);
    throw inputFailure(
      reasons.length === 0
        ? `${from}: ${error.message}.`
        : `The kubelet would not start with this configuration (${from}):${reasons.join("")}`,
    );
  }
}

/** The folders of this machine are nothing to a reader of a report. */
function withoutFolders(origin: string): string {
  return isAbsolute(origin) ? basename(origin) : origin;
}

export function subjectOf({ capture, origins }: Session): Subject {
  const { header, name, title, options } = capture;
  const node = header?.node ?? capture.node;
  const kubelet = header?.kubelet ?? options.kubeletVersion;
  return {
    name: withoutControls(name),
    origins: origins.map((origin) => withoutControls(withoutFolders(origin))),
    ...(title === undefined ? {} : { title }),
    ...(node === undefined ? {} : { node: withoutControls(String(node)) }),
    ...(kubelet === undefined ? {} : { kubelet: withoutControls(String(kubelet)) }),
  };
}
