import { RELEASES } from "../../engine/contract/releases.ts";
import type { ErrorAnswer, Finding, Policy } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { type Members, objectOf } from "../../read/json/untyped.ts";
import { saysCut } from "../../read/kubelet/codeIn.ts";
import type {
  ConfigurationForm,
  ConfigurationText,
  UnreadMembers,
} from "../../read/kubelet/configuration.ts";
import { lineFinderOf } from "../../read/kubelet/position.ts";
import type { Decoded } from "../../read/kubelet/validation/decode.ts";
import { decodeConfiguration } from "../../read/kubelet/validation/decodeConfiguration.ts";
import { validateMembers } from "../../read/kubelet/validation/validate.ts";
import { formatReleases, isFollowed, minorOf } from "../../text/release.ts";
import { flagFindings } from "./flags.ts";
import { settingTraps } from "./traps.ts";

export interface PlacedFinding extends Finding {
  /** 1-based; absent when the member is not in a file. */
  readonly line?: number;
}

/** What `check` found out about one configuration. */
export interface CheckedConfiguration {
  readonly name: string;
  /** Absent when the kubelet would not start with it. */
  readonly policy?: Policy;
  readonly errors: readonly PlacedFinding[];
  readonly warnings: readonly PlacedFinding[];
  /** How the document was read, and what was not checked. */
  readonly notes: readonly string[];
  /** What was not checked, of the release or of other files; absent where all of it is known. */
  readonly unchecked?: string;
}

/** A configuration that was read, and its text; flags alone have none. */
export interface CheckInput {
  readonly name: string;
  readonly source: ConfigurationText | undefined;
  readonly form: ConfigurationForm;
  /** The JSON for `EvictionEngine.configure`. */
  readonly json: string;
  /** What its reader did not know in the document. */
  readonly unread?: UnreadMembers;
  /** The kubelet's flags that it has. */
  readonly flagNames?: readonly string[];
  readonly notes: readonly string[];
}

/** Errors that are answered one by one, and warnings: a text may have one in each of its lines. */
export const FINDINGS_MAX = 1_000;

/** What was found, without lines. */
interface Verdict {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly policy?: Policy;
  /** The release whose general validation is not known: only the engine has judged. */
  readonly unknown?: string;
}

/**
 * Every error the kubelet would stop on and the traps it would not mention, with their lines. The
 * kubelet decodes, validates, and reads the thresholds when it starts: an error in decoding hides
 * the others, here as there.
 */
export function checkConfiguration(
  engine: EvictionEngine,
  input: CheckInput,
): CheckedConfiguration {
  const { name, source, notes } = input;
  const lineOf = source === undefined ? () => undefined : lineFinderOf(source);
  const placed = (all: readonly Finding[]): PlacedFinding[] =>
    all.slice(0, FINDINGS_MAX).map((finding) => {
      const line = lineOf(finding.path);
      return line === undefined ? finding : { ...finding, line };
    });
  const found = withFlags(verdict(engine, input), versionOf(engine, input), input.flagNames);
  const { errors, policy, unknown, ...all } = withUnread(found, input.unread);
  const warnings = all.warnings.filter((warning) => !isOfPool(warning, input));
  const isLeftOpen = warnings.length < all.warnings.length;
  const sentences = [
    ...(unknown === undefined ? [] : [partly(unknown)]),
    ...(isLeftOpen ? [RESERVED_BY_POOL] : []),
    ...notes.filter(saysCut),
  ];
  const unchecked = sentences.length === 0 ? [] : [sentences.join(" ")];
  return {
    name,
    notes: [
      ...notes.filter((note) => !saysCut(note)),
      ...unchecked,
      ...leftOut("errors", errors),
      ...leftOut("warnings", warnings),
    ],
    errors: placed(errors),
    warnings: placed(warnings),
    ...(policy === undefined ? {} : { policy }),
    ...(unchecked[0] === undefined ? {} : { unchecked: unchecked[0] }),
  };
}

const RESERVED_BY_POOL =
  "Whether pods within Allocatable can cross the soft threshold of memory: what the machine " +
  "pool's own configuration reserves is not in this file.";

/** OpenShift merges a KubeletConfig into a configuration that has reservations of its own. */
function isOfPool({ rule }: Finding, { form, json }: CheckInput): boolean {
  if (rule !== "reservation-too-small" || form !== "KubeletConfig") return false;
  const { systemReserved } = JSON.parse(json) as Members;
  return objectOf(systemReserved).memory === undefined;
}

function leftOut(what: string, { length }: readonly Finding[]): string[] {
  const more = length - FINDINGS_MAX;
  return more > 0 ? [`${more} more ${what} are not listed; correct these first.`] : [];
}

function partly(version: string): string {
  return (
    `Feature gates and other members of kubelet ${version} were not checked, only the eviction ` +
    `and reservation settings: the others are known for ${formatReleases(RELEASES.check)}.`
  );
}

function verdict(engine: EvictionEngine, { form, source, json }: CheckInput): Verdict {
  const { plimsoll, ...configuration } = JSON.parse(json) as Members;
  const version = versionAsked(engine, plimsoll);
  const release = minorOf(version);
  if (release === undefined || !isFollowed(release, RELEASES.check)) {
    const partial = combined(NOTHING_DECODED, [], answerOf(engine, json));
    return { ...withTraps(configuration, partial), unknown: version };
  }
  const decoded = decodeConfiguration(form, source?.text ?? "", configuration, release);
  const { untyped } = decoded;
  if (decoded.errors.length > 0) return asFragment(decoded, untyped);
  const answer = answerOf(engine, json);
  const enforcement = errorsOf(answer).filter(isEnforcement);
  const invalid = validateMembers(configuration, enforcement, release);
  const judged = combined(decoded, invalid, answer);
  return asFragment(withTraps(configuration, judged), untyped);
}

/** A part of a file, as people paste it: no kubelet starts with it; its settings are checked. */
function asFragment(found: Verdict, untyped: Finding | undefined): Verdict {
  if (untyped === undefined) return found;
  const { policy: _, ...rest } = found;
  return { ...rest, errors: [untyped, ...found.errors] };
}

function withTraps(configuration: Members, found: Verdict): Verdict {
  const { policy, warnings } = found;
  if (policy === undefined) return found;
  return { ...found, warnings: [...warnings, ...settingTraps(configuration, policy)] };
}

/** A kubelet reads its command line first: at a flag that it does not know it exits. */
function withFlags(found: Verdict, version: string, names: readonly string[] = []): Verdict {
  const flags = flagFindings(names, minorOf(version));
  const warnings = [...flags.warnings, ...found.warnings];
  if (flags.errors.length === 0) return { ...found, warnings };
  const { policy, ...rest } = found;
  return { ...rest, warnings, errors: [...flags.errors, ...found.errors] };
}

/** With a threshold that is not set the node has others than were meant: they are not shown. */
function withUnread(found: Verdict, unread: UnreadMembers | undefined): Verdict {
  if (unread === undefined) return found;
  const { policy, ...rest } = found;
  return {
    ...(unread.errors.length > 0 || policy === undefined ? rest : found),
    errors: [...unread.errors, ...found.errors],
    warnings: [...unread.warnings, ...found.warnings],
  };
}

const NOTHING_DECODED: Decoded = { errors: [], warnings: [] };

function combined(
  { warnings }: Decoded,
  invalid: readonly Finding[],
  answer: Policy | ErrorAnswer,
): Verdict {
  const known = new Set(invalid);
  const later = errorsOf(answer).filter((error) => !known.has(error));
  const errors = [...invalid, ...later];
  if (answer.plimsoll !== "policy/1" || errors.length > 0) return { errors, warnings };
  // The engine warns only of unknown members that look like its own.
  const traps = answer.warnings.filter(({ rule }) => rule !== "unknown-member");
  // The kubelet finds this one when it starts on a node, and stops.
  const beyond = traps.filter(({ rule }) => rule === "reserved-beyond-capacity");
  const others = traps.filter(({ rule }) => rule !== "reserved-beyond-capacity");
  if (beyond.length > 0) return { errors: beyond, warnings: [...warnings, ...others] };
  return { errors, warnings: [...warnings, ...others], policy: answer };
}

/** The engine's rules that are part of the kubelet's general validation. */
function isEnforcement({ rule }: Finding): boolean {
  return rule === "invalid-enforcement";
}

function errorsOf(answer: Policy | ErrorAnswer): readonly Finding[] {
  return answer.plimsoll === "policy/1" ? [] : (answer.errors ?? [asFinding(answer)]);
}

/** The kubelet that a configuration is checked as. */
export function versionOf(engine: EvictionEngine, { json }: Pick<CheckInput, "json">): string {
  return versionAsked(engine, (JSON.parse(json) as Members).plimsoll);
}

/** The release that is followed for the version that was asked for, or for none. */
function versionAsked(engine: EvictionEngine, options: unknown): string {
  const { kubeletVersion } = objectOf(options);
  const followed = answerOf(engine, JSON.stringify({ plimsoll: { kubeletVersion } }));
  return followed.plimsoll === "policy/1" ? followed.kubeletVersion : String(kubeletVersion);
}

function answerOf(engine: EvictionEngine, json: string): Policy | ErrorAnswer {
  try {
    return engine.configure(json);
  } catch (error) {
    if (error instanceof EngineError) return error.answer;
    throw error;
  }
}

/** A configuration that is refused before its members are evaluated. */
function asFinding({ path = "$", reason }: ErrorAnswer): Finding {
  return { rule: "document", path, message: reason };
}
