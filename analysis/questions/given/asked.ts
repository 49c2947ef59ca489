import { ByteParts } from "../../engine/byteParts.ts";
import type { Policy } from "../../engine/contract/modules.ts";
import type { Notices } from "../../read/notices.ts";
import type { GivenFile } from "../../read/recognize/commandLines.ts";
import type { GivenDocument } from "../../read/recognize/given.ts";
import type { Document } from "../../text/document.ts";
import type { ScheduleFix } from "../schedule/remedies/scheduleFixes.ts";
import { plainChunks } from "./recognized.ts";
import type { Subject } from "./subject.ts";

/** The program that asks a question about given documents. */
export interface Asking {
  module(policy: Policy): Promise<WebAssembly.Module>;
  /** Nanoseconds since the epoch, for logs that lack the year. */
  readonly now: bigint;
  /** Called while a document is read, with the bytes so far. */
  readonly onRead: (document: GivenDocument, bytes: number) => void;
  /** Gives way to newer requests; throws where one makes this one pointless. */
  rest(): Promise<void>;
}

export interface GivenAnswer {
  readonly subject: Subject;
  /** The document that it is about, or the first of several. */
  readonly name: string;
  /** What each document was taken for. */
  readonly sources: readonly string[];
  readonly document: Document;
  /** About the input, before the answer. */
  readonly notes: readonly string[];
  /** Pending pods that could be asked about instead of the one that is. */
  readonly pods?: readonly string[];
  /** What would place the pod that is asked about. */
  readonly fixes?: readonly ScheduleFix[];
  /** Whether a bundle has nodes and pods, which a drain or a simulation can be asked about. */
  readonly hasObjects?: boolean;
  /** Nodes of a bundle, of which one can be asked about. */
  readonly nodes?: readonly string[];
  /** Whether two releases can be compared on the documents. */
  readonly comparesReleases?: boolean;
  /** What the answer is about, of what could be asked about. */
  readonly asked?: Asked;
}

/** What is asked about, where documents have several of it. */
export interface Asked {
  /** A pending pod, as `namespace/name`, and the changes to decide with. */
  readonly pod?: string;
  readonly changes?: readonly string[];
  /** A node of a bundle. */
  readonly node?: string;
}

/** What a question alone says. */
export type OwnAnswer = Omit<GivenAnswer, "name" | "sources" | "notes">;

export interface GivenPart {
  readonly file: GivenFile;
  readonly document: GivenDocument;
}

export interface Context {
  readonly asking: Asking;
  readonly notices: Notices;
  readonly asked: Asked | null;
}

export async function logOf(document: GivenDocument, asking: Asking) {
  const chunks = withRests(document, asking);
  return { name: document.name, chunks, now: asking.now };
}

/** A log is as long as somebody likes: between two chunks newer requests are served. */
export async function* withRests(
  document: GivenDocument,
  asking: Asking,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = plainChunks(document, (bytes) => asking.onRead(document, bytes));
  for await (const chunk of chunks) {
    await asking.rest();
    yield chunk;
  }
}

export async function bytesOf(document: GivenDocument, asking: Asking): Promise<Uint8Array> {
  const parts = new ByteParts();
  for await (const chunk of withRests(document, asking)) parts.add(chunk.slice());
  return parts.take();
}
