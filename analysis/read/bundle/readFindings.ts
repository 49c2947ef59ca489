import { ByteParts } from "../../engine/byteParts.ts";
import { CutOff } from "../capture/format.ts";
import { UnreadableError } from "../unreadable.ts";
import { BundleReader } from "./findings.ts";
import type { BundlePart, Wants } from "./part.ts";

/** A namespace's events take some megabytes; nothing that is read whole is larger. */
const DOCUMENT_BYTES_MAX = 2 ** 26;

/** The members of a bundle that are wanted, as often as they are asked for. */
export type OpenParts = (wants: Wants) => AsyncIterable<BundlePart>;

export interface ReadFindings {
  readonly reader: BundleReader;
  /** Whether the archive ends early or is damaged. */
  readonly isCut: boolean;
}

/** Reads a bundle once: its contents, and its evidence of evictions. */
export async function readFindings(name: string, open: OpenParts): Promise<ReadFindings> {
  const reader = new BundleReader(name);
  const parts = new ByteParts();
  let isTooLarge = false;
  try {
    for await (const { path, bytes, problem } of open((path, size) => reader.wants(path, size))) {
      if (bytes !== null) {
        isTooLarge ||= parts.size + bytes.length > DOCUMENT_BYTES_MAX;
        if (isTooLarge) parts.clear();
        else parts.add(bytes.slice());
        continue;
      }
      if (problem !== undefined) reader.leaveOut(path, problem);
      else if (isTooLarge) reader.leaveOut(path, "has more than 64 MiB");
      else reader.take(path, parts.take());
      isTooLarge = false;
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    return { reader, isCut: true };
  }
  return { reader, isCut: false };
}

/** What is said of a bundle that is cut. */
export function cutText(name: string): string {
  return `${name}: the archive ends early or is damaged; the files before that are used.`;
}

/** One member, as it comes. */
export async function* memberBytes(
  open: OpenParts,
  bundle: string,
  member: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const { bytes, problem } of open((path) => path === member)) {
    if (problem !== undefined) {
      throw new UnreadableError(`${bundle}: ${member} ${problem}; unpack it.`);
    }
    if (bytes === null) return;
    yield bytes.slice();
  }
}
