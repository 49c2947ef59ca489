import { LineError, membersOfLine, recordOf } from "../shared/capture/record.ts";
import type { CaptureRecord } from "../shared/capture.ts";
import { ConfigurationError } from "../shared/configuration/error.ts";
import { readConfiguration, toModuleConfiguration } from "../shared/configuration.ts";
import type { DocumentInput } from "../shared/engine.ts";
import { fromBase64 } from "./base64.ts";
import { Problem } from "./problem.ts";
import { trustedMembers } from "./trustedMembers.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The members of a request: documents as the bytes they came in, everything else as JSON. */
export type Envelope = ReadonlyMap<string, Uint8Array>;

const FORM_TYPE = "multipart/form-data";
/** Files of a form that are JSON already; every other field is text. */
const DOCUMENTS = new Set(["pods", "summary", "reclaimed"]);

/**
 * Cuts the members out of a JSON object by their byte ranges, so that 64-bit numbers stay exact and
 * half a megabyte is not parsed twice; or takes the parts of a form, which are bytes anyway.
 */
async function envelopeOf(bytes: Uint8Array, contentType: string): Promise<Envelope> {
  if (contentType.startsWith(FORM_TYPE)) return formOf(bytes, contentType);
  try {
    return membersOfLine(bytes);
  } catch (error) {
    throw described(error, "The body is no JSON object");
  }
}

/**
 * Uses the members of a body, cut on trust where that can be done: the core is a strict reader and
 * refuses what was cut wrongly. Whatever fails is done again with members whose ends were looked
 * for, and that is what counts; so `use` changes nothing before it has succeeded.
 */
export async function withEnvelope<T>(
  bytes: Uint8Array,
  contentType: string,
  use: (envelope: Envelope) => T,
): Promise<T> {
  const trusted = contentType.startsWith(FORM_TYPE) ? null : trustedMembers(bytes);
  try {
    if (trusted !== null) return use(trusted);
  } catch {
    // Judged below, by what the body really says.
  }
  return use(await envelopeOf(bytes, contentType));
}

/** The record in an envelope: the members of a line of a capture. */
export function recordIn(envelope: Envelope): CaptureRecord {
  try {
    return recordOf(envelope, 0);
  } catch (error) {
    throw described(error, "The body is no snapshot");
  }
}

/**
 * A KubeletConfiguration as an object goes to the engine as it is; a text may be any form that
 * `plimsoll check` reads. Without one the kubelet's defaults are in force.
 */
export function configurationIn(envelope: Envelope): DocumentInput {
  const bytes = envelope.get("configuration");
  if (bytes === undefined) return {};
  if (bytes[0] !== 0x22) return bytes;
  return configurationOfText(textIn(envelope, "configuration") ?? "");
}

export function configurationOfText(text: string): string {
  try {
    return toModuleConfiguration(readConfiguration({ name: "configuration", text }));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new Problem("refused-document", error.message, { document: "KubeletConfiguration" });
  }
}

/** A member that is a string, or null when it is missing or null. */
export function textIn(envelope: Envelope, name: string): string | null {
  const bytes = envelope.get(name);
  if (bytes === undefined) return null;
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    if (typeof value === "string" || value === null) return value;
  } catch {
    // What is no JSON is no string either.
  }
  throw new Problem("bad-request", `The member ${name} is no string; give a JSON string.`);
}

/** A state as an earlier answer or `Engine.save` gave it, or null. */
export function stateIn(envelope: Envelope): Uint8Array | null {
  const state = textIn(envelope, "state");
  return state === null ? null : fromBase64(state, "state");
}

async function formOf(bytes: Uint8Array, contentType: string): Promise<Envelope> {
  const body = new Response(bytes as BodyInit, { headers: { "content-type": contentType } });
  const members = new Map<string, Uint8Array>();
  try {
    for (const [name, value] of await body.formData()) {
      const part =
        typeof value === "string"
          ? encoder.encode(value)
          : new Uint8Array(await value.arrayBuffer());
      const isDocument = DOCUMENTS.has(name);
      members.set(name, isDocument ? part : encoder.encode(JSON.stringify(decoder.decode(part))));
    }
  } catch {
    throw new Problem("bad-request", "The body is no form; send multipart/form-data or JSON.");
  }
  return members;
}

function described(error: unknown, what: string): unknown {
  if (!(error instanceof LineError)) return error;
  const example = '{"time":"2026-01-15T10:00:00Z","pods":{…},"summary":{…}}';
  return new Problem("bad-request", `${what}: ${error.message}; send ${example}.`);
}
