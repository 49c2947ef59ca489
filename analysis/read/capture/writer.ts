import { formatTime } from "../../text/time.ts";
import { concatenated } from "../json/bytes.ts";
import { compactJson } from "../json/compact.ts";
import { isMembers } from "../json/untyped.ts";
import type { KubeletConfiguration } from "../kubelet/loaded.ts";
import { CAPTURE_VERSION, type CaptureHeader, type CaptureRecord } from "./format.ts";

/** What a record is written from; a record that was read is one. */
export type RecordParts = Omit<CaptureRecord, "line" | "others"> &
  Partial<Pick<CaptureRecord, "others">>;

const encoder = new TextEncoder();
const NULL = encoder.encode("null");
const CLOSE = encoder.encode("}\n");

/** The header as one line, newline included; its configuration without credentials. */
export function formatHeader(header: Omit<CaptureHeader, "plimsoll">): Uint8Array {
  const { plimsoll: _, ...members } = header as CaptureHeader;
  const kept = isMembers(members.config)
    ? { ...members, config: withoutCredentials(members.config) }
    : members;
  return encoder.encode(`${JSON.stringify({ plimsoll: CAPTURE_VERSION, ...kept })}\n`);
}

/** A record as one line, newline included; the documents are compacted, their numbers untouched. */
export function formatRecord(record: RecordParts): Uint8Array {
  const parts: Uint8Array[] = [
    encoder.encode(`{"time":${JSON.stringify(formatTime(record.time))}`),
  ];
  const add = (name: string, document: Uint8Array | null | undefined) => {
    if (document === undefined) return;
    parts.push(encoder.encode(`,${JSON.stringify(name)}:`));
    parts.push(document === null ? NULL : compactJson(document));
  };
  add("pods", record.pods);
  add("summary", record.summary);
  if (record.summaryError !== undefined) {
    add("summaryError", encoder.encode(JSON.stringify(record.summaryError)));
  }
  add("reclaimed", record.reclaimed);
  for (const [name, bytes] of record.others ?? []) add(name, bytes);
  parts.push(CLOSE);
  return concatenated(parts);
}

/** Members that hold credentials: a header to authorize with, and a URL that may name a user. */
const MEMBERS: ReadonlySet<string> = new Set(["staticpodurl", "staticpodurlheader"]);

/** A configuration without what no capture may hold; the policy reads none of it. */
function withoutCredentials(configuration: KubeletConfiguration): KubeletConfiguration {
  const members = Object.entries(configuration);
  return Object.fromEntries(members.filter(([name]) => !MEMBERS.has(name.toLowerCase())));
}
