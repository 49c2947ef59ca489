import type { DocumentInput, Members } from "../../analysis/engine/evictionEngine.ts";
import type { CaptureRecord } from "../../analysis/read/capture/capture.ts";
import { jsonOf, LineError, membersOfLine, recordOf } from "../../analysis/read/capture/record.ts";
import { nestsDeeperThan } from "../../analysis/read/json/levels.ts";
import {
  type LoadedConfiguration,
  readConfiguration,
  toModuleConfiguration,
} from "../../analysis/read/kubelet/configuration.ts";
import { ConfigurationError } from "../../analysis/read/kubelet/error.ts";
import { LEVELS_MAX } from "../../analysis/read/kubelet/yaml.ts";
import { fromBase64 } from "./base64.ts";
import type { Turn } from "./engines.ts";
import { STATE_TEXT_MAX } from "./guard/stateKeys.ts";
import type { Work } from "./guard/work.ts";
import { membersBeforeSummary } from "./lastSummary.ts";
import { Problem } from "./problem.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The members of a request: documents as the bytes they came in, everything else as JSON. */
export type Envelope = Members;

const FORM_TYPE = "multipart/form-data";
/** Files of a form that are JSON already; every other field is text. */
const DOCUMENTS = new Set(["pods", "summary", "reclaimed", "objects", "pod"]);
/** Members of a body in addition to those of a record. */
const OWN_MEMBERS = new Set(["configuration", "podsDigest", "state", "savedState"]);
/** The limit for a form, which has a few known parts. */
export const PARTS_MAX = 100;
/** Characters of a name in a sentence. */
const PART_NAME_SHOWN = 40;
/** The limit for all unknown members together: a Node object has several ten kilobytes. */
export const UNKNOWN_BYTES_MAX = 2 ** 18;

const SNAPSHOT_EXAMPLE = '{"time":"2026-01-15T10:00:00Z","pods":{…},"summary":{…}}';

/**
 * The members of a JSON object as the bytes they are written in, so 64-bit numbers stay exact
 * and half a megabyte is not parsed here; or the parts of a form, which are bytes anyway. The core
 * finds the members: an isolate that has just started interprets its scripts, and takes 12 ms for
 * 900 KB.
 */
export async function envelopeOf(
  bytes: Uint8Array,
  contentType: string,
  inTurn: Turn,
  example = SNAPSHOT_EXAMPLE,
): Promise<Envelope> {
  if (contentType.startsWith(FORM_TYPE)) return formOf(bytes, contentType);
  try {
    return membersOfLine(bytes, () => inTurn((engine) => engine.members(bytes)));
  } catch (error) {
    throw described(error, "The body is not a JSON object", example);
  }
}

/**
 * Answers a snapshot. Where its Summary comes last, as clients write it, the answer is tried
 * without walking the Summary, a tenth of a request; the step that reads it proves where it ends.
 * Whatever goes wrong then is said about the members as they are found by walking. So `answer` may
 * run twice, and it changes nothing before it succeeds.
 */
export async function answerSnapshot<T>(
  bytes: Uint8Array,
  contentType: string,
  inTurn: Turn,
  answer: (envelope: Envelope) => Promise<T>,
): Promise<T> {
  const isForm = contentType.startsWith(FORM_TYPE);
  const envelope = isForm ? null : membersBeforeSummary(bytes, inTurn);
  if (envelope !== null) {
    try {
      return await answer(envelope);
    } catch {
      // Told below, by what walking finds.
    }
  }
  return answer(await envelopeOf(bytes, contentType, inTurn));
}

/** The record in an envelope: the members of a line of a capture. */
export function recordIn(envelope: Envelope): CaptureRecord {
  try {
    const record = recordOf(envelope, 0);
    judgeUnknown(record.others);
    return record;
  } catch (error) {
    throw described(error, "The body is not a snapshot", SNAPSHOT_EXAMPLE);
  }
}

/** A body may have members that are not known here, but they are JSON. */
function judgeUnknown(others: ReadonlyMap<string, Uint8Array>): void {
  const unknown = [...others].filter(([name]) => !OWN_MEMBERS.has(name));
  const size = unknown.reduce((sum, [, { length }]) => sum + length, 0);
  if (size > UNKNOWN_BYTES_MAX) {
    throw new Problem(
      "too-large",
      `The members that are not known here have ${size} bytes and ${UNKNOWN_BYTES_MAX} are ` +
        "taken; leave them out.",
    );
  }
  for (const [name, bytes] of unknown) jsonOf(name, bytes);
}

/**
 * A KubeletConfiguration as an object goes to the engine as it is; a text may be any form that
 * `plimsoll check` reads. Without one the kubelet's defaults are in force.
 */
export function configurationIn(envelope: Envelope, bytesMax: number, work: Work): DocumentInput {
  const bytes = envelope.get("configuration");
  if (bytes === undefined) return {};
  const isText = bytes[0] === 0x22;
  // A line break of a text is two bytes of the body.
  if (bytes.length > (isText ? 2 * bytesMax : bytesMax)) throw largeConfiguration(bytesMax);
  if (isText) {
    const text = textIn(envelope, "configuration") ?? "";
    if (text.length > bytesMax) throw largeConfiguration(bytesMax);
    work.charge("configurationMebibyte", text.length);
    return toModuleConfiguration(loadedConfiguration(text, bytesMax, work));
  }
  if (nestsDeeperThan(LEVELS_MAX, bytes)) {
    throw refusedConfiguration(`It nests deeper than ${LEVELS_MAX} levels; nest it less deeply.`);
  }
  return bytes;
}

export function largeConfiguration(bytesMax: number): Problem {
  return new Problem(
    "too-large",
    `The configuration is larger than the ${bytesMax} bytes served here; send less.`,
  );
}

/** Charges for the texts inside the text; for the text itself, its reader has. */
export function loadedConfiguration(
  text: string,
  innerLengthMax: number,
  work: Work,
): LoadedConfiguration {
  const onInnerText = (length: number) => work.charge("configurationMebibyte", length);
  const limits = { innerLengthMax, onInnerText };
  try {
    return readConfiguration({ name: "configuration", text }, {}, limits);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw refusedConfiguration(error.message);
  }
}

function refusedConfiguration(detail: string): Problem {
  return new Problem("refused-document", detail, { document: "KubeletConfiguration" });
}

/** A member that is a string, or null when it is missing or null. */
export function textIn(envelope: Envelope, name: string): string | null {
  const bytes = envelope.get(name);
  if (bytes === undefined) return null;
  try {
    const value = jsonOf(name, bytes);
    if (typeof value === "string" || value === null) return value;
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    // What is not JSON is not a string either.
  }
  throw new Problem("bad-request", `The member ${name} is not a string; give a JSON string.`);
}

/** A state as an earlier answer gave it, or null; nothing of it is decoded. */
export function stateTextIn(envelope: Envelope): string | null {
  return boundedTextIn(envelope, "state");
}

/** A state as the sender's own `EvictionEngine.save` wrote it, or null. */
export function savedStateIn(envelope: Envelope): Uint8Array | null {
  const state = boundedTextIn(envelope, "savedState");
  return state === null ? null : fromBase64(state, "savedState");
}

function boundedTextIn(envelope: Envelope, name: string): string | null {
  const size = envelope.get(name)?.length ?? 0;
  if (size <= STATE_TEXT_MAX) return textIn(envelope, name);
  throw new Problem(
    "too-large",
    `The member ${name} has ${size} bytes and a state has at most ${STATE_TEXT_MAX}; ` +
      "send back what the last answer said, or leave it out.",
  );
}

async function formOf(bytes: Uint8Array, contentType: string): Promise<Envelope> {
  const boundary = boundaryOf(contentType);
  refuseManyParts(bytes, boundary);
  // Only with the boundary that the parts were counted by: readers of this header differ.
  const headers = { "content-type": `${FORM_TYPE}; boundary=${boundary}` };
  const body = new Response(bytes as BodyInit, { headers });
  const members = new Map<string, Uint8Array>();
  try {
    for (const [name, value] of await body.formData()) {
      const part =
        typeof value === "string"
          ? encoder.encode(value)
          : new Uint8Array(await value.arrayBuffer());
      members.set(name, DOCUMENTS.has(name) ? part : textPart(name, part));
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw noForm();
  }
  return members;
}

const PARAMETER = /;\s*([^\s=;"]+)=(?:"([^"\\]*)"|([^\s;"]*))/g;
/** As every program writes it: RFC 2046 has a few more characters, which would need quotes. */
const BOUNDARY = /^[-0-9A-Za-z'+_.]{1,70}$/;

function boundaryOf(contentType: string): string {
  const parameters = [...contentType.matchAll(PARAMETER)];
  const [, , quoted, plain] = parameters.find(([, name]) => /^boundary$/i.test(name ?? "")) ?? [];
  const boundary = quoted ?? plain ?? "";
  if (BOUNDARY.test(boundary)) return boundary;
  throw noForm();
}

function noForm(): Problem {
  return new Problem("bad-request", "The body is not a form; send multipart/form-data or JSON.");
}

/** A part as a JSON string, which may have six times its bytes. */
function textPart(name: string, part: Uint8Array): Uint8Array {
  if (part.length <= UNKNOWN_BYTES_MAX) {
    return encoder.encode(JSON.stringify(decoder.decode(part)));
  }
  throw new Problem(
    "too-large",
    `The part ${JSON.stringify(name.slice(0, PART_NAME_SHOWN))} has ${part.length} bytes and ` +
      `a part that is not a document has at most ${UNKNOWN_BYTES_MAX}; send less.`,
  );
}

/** Counted before the platform makes an object of each. */
function refuseManyParts(bytes: Uint8Array, boundary: string): void {
  const delimiter = `--${boundary}`;
  const text = new TextDecoder("latin1").decode(bytes);
  let count = 0;
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1)) {
    if (++count > PARTS_MAX) {
      throw new Problem(
        "too-large",
        `The form has more than ${PARTS_MAX} parts; send those that the API document names.`,
      );
    }
  }
}

function described(error: unknown, what: string, example: string): unknown {
  if (!(error instanceof LineError)) return error;
  return new Problem("bad-request", `${what}: ${error.message}; send ${example}.`);
}
