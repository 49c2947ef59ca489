import { isMembers, type Members, mergePatch } from "../json/untyped.ts";
import { NOTHING_SET } from "./apply.ts";
import { ConfigurationError } from "./error.ts";
import type { ConfigurationText, LoadedConfiguration, Note } from "./loaded.ts";
import { documentsOf } from "./yaml.ts";

const API_VERSION = "kubelet.config.k8s.io/v1beta1";

/** The kubelet walks over files with other endings without a word. */
const EXTENSION = ".conf";
/** A value the kubelet reads as "no threshold". Spec 2.3. */
const NO_THRESHOLD = "0%";

/**
 * Merges the files of a `--config-dir` over a configuration (null: the kubelet has no file), in the
 * order of their names, as JSON merge patches: objects are merged, null removes. Flags come after
 * this, not before. Spec 2.7.
 */
export function mergeDropIns(
  base: LoadedConfiguration | null,
  dropIns: readonly ConfigurationText[],
): LoadedConfiguration {
  const start = base ?? NOTHING_SET;
  const notes: Note[] = [...start.notes];
  let configuration: Members = start.configuration;
  // The kubelet fills in its hard defaults when it has read its file, before any drop-in.
  let filled = base !== null && fillsDefaults(configuration);
  for (const dropIn of [...dropIns].sort(byName)) {
    if (!dropIn.name.endsWith(EXTENSION)) {
      notes.push(
        noteOf(dropIn, `is ignored: the kubelet reads only files that end in ${EXTENSION}`),
      );
      continue;
    }
    const patch = patchOf(dropIn);
    const { evictionHard } = patch;
    filled = filled && (evictionHard === undefined || isMembers(evictionHard));
    configuration = mergePatch(configuration, filled ? withoutNulls(patch) : patch) as Members;
    notes.push(noteOf(dropIn, "is merged into the configuration before it"));
  }
  return { ...start, configuration: settled(configuration, filled), notes };
}

function fillsDefaults({ evictionHard, mergeDefaultEvictionSettings }: Members): boolean {
  return (
    evictionHard === undefined || evictionHard === null || mergeDefaultEvictionSettings === true
  );
}

/** A default that a drop-in removes must not come back when the core fills the defaults in. */
function withoutNulls(patch: Members): Members {
  if (!isMembers(patch.evictionHard)) return patch;
  const thresholds = Object.entries(patch.evictionHard);
  const evictionHard = thresholds.map(([signal, value]) => [signal, value ?? NO_THRESHOLD]);
  return { ...patch, evictionHard: Object.fromEntries(evictionHard) };
}

/**
 * The core knows the defaults and fills them in under the kubelet's own switch. A drop-in comes too
 * late to turn that switch, so it says here what it said when the file was read.
 */
function settled(configuration: Members, filled: boolean): Members {
  const { evictionHard } = configuration;
  const absent = evictionHard === undefined || evictionHard === null;
  if (filled && absent) return configuration;
  const thresholds = absent ? {} : evictionHard;
  return { ...configuration, evictionHard: thresholds, mergeDefaultEvictionSettings: filled };
}

function noteOf(dropIn: ConfigurationText, what: string): Note {
  return { origin: dropIn.name, sentence: `${dropIn.name} ${what}.` };
}

function patchOf(dropIn: ConfigurationText): Members {
  const [patch, ...others] = documentsOf(dropIn).values;
  if (others.length > 0 || !isMembers(patch)) {
    throw new ConfigurationError(`${dropIn.name}: a drop-in is one object; give it one document.`);
  }
  if (patch.kind !== "KubeletConfiguration" || patch.apiVersion !== API_VERSION) {
    throw new ConfigurationError(
      `${dropIn.name}: the kubelet refuses a drop-in without its own apiVersion and kind; ` +
        `write apiVersion: ${API_VERSION} and kind: KubeletConfiguration.`,
    );
  }
  return patch;
}

const encoder = new TextEncoder();

/** Bytewise and directory by directory, as the kubelet walks: `a/1.conf` comes before `a.conf`. */
function byName(a: ConfigurationText, b: ConfigurationText): number {
  const [left, right] = [a.name.split("/"), b.name.split("/")];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const order = byBytes(left[at] ?? "", right[at] ?? "");
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function byBytes(a: string, b: string): number {
  const [left, right] = [encoder.encode(a), encoder.encode(b)];
  const at = left.findIndex((byte, index) => byte !== right[index]);
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}
