import { CutOff } from "../../../../analysis/read/capture/format.ts";
import { gunzip } from "../../../../analysis/read/capture/gzip.ts";
import { UnreadableError } from "../../../../analysis/read/unreadable.ts";
import { ColumnsError, readColumns, writeColumns } from "./columns.ts";
import { COPY_WHOLE } from "./words.ts";

/** Characters that a link may take when it is no longer compressed, by columns and by lines. */
const COLUMNS_MAX = 0x400000;
export const LINES_MAX = 0x4000000;
/** Bytes inflated at a time; each gives at most about a thousand. */
const SLICE_BYTES = 1024;

/**
 * How the lines of a capture stand in a link of each version; a version is never changed. What
 * the lines hold has no part in it: a page reads past members of a scenario that it does not know,
 * and shows more so than by refusing the link.
 */
const VERSIONS: ReadonlyMap<string, (packed: string) => Promise<string[]>> = new Map([
  // base64url of gzip of columns.
  ["1", async (packed: string) => linesOf(await inflated(bytesOf(packed)))],
]);
const NEWEST = "1";

/** The part of an address behind its #, or null when the lines have no place in a link. */
export async function writeLink(lines: readonly string[]): Promise<string | null> {
  const columns = writeColumns(lines);
  if (columns === null || columns.length > COLUMNS_MAX) return null;
  const compressed = new Blob([columns]).stream().pipeThrough(new CompressionStream("gzip"));
  const packed = new Uint8Array(await new Response(compressed).arrayBuffer());
  return `${NEWEST}=${base64url(packed)}`;
}

/** The lines of the capture in a link; throws UnreadableError. */
export async function readLink(fragment: string): Promise<string[]> {
  const [, version = "", packed = ""] = /^(\d*)=(.*)$/s.exec(fragment) ?? [];
  const read = VERSIONS.get(version);
  if (read !== undefined) return read(packed);
  throw new UnreadableError(
    `The link has version ${version || "none"}, and this page reads ` +
      `${[...VERSIONS.keys()].join(", ")}; open it in the Plimsoll it comes from.`,
  );
}

function base64url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(packed: string): Uint8Array {
  const foreign = packed.search(/[^\w-]/);
  if (foreign >= 0) {
    throw new UnreadableError(
      `Character ${foreign + 1} after the = of the link is none of a link's; ${COPY_WHOLE}.`,
    );
  }
  // A last letter of its own holds no whole byte.
  const whole = packed.length % 4 === 1 ? packed.slice(0, -1) : packed;
  const letters = atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

async function inflated(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for await (const chunk of gunzip(slicesOf(bytes))) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > COLUMNS_MAX) throw tooMuch(COLUMNS_MAX);
    }
    return text + decoder.decode();
  } catch (error) {
    if (!(error instanceof CutOff) && !(error instanceof TypeError)) throw error;
    throw new UnreadableError(
      `The link is cut off or damaged: of its ${bytes.length} bytes not all can be ` +
        `decompressed; ${COPY_WHOLE}.`,
    );
  }
}

/** So small that what one of them inflates to is bounded. */
async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

function linesOf(columns: string): string[] {
  const lines: string[] = [];
  let size = 0;
  try {
    for (const line of readColumns(columns)) {
      size += line.length + 1;
      if (size > LINES_MAX) throw tooMuch(LINES_MAX);
      lines.push(line);
    }
    return lines;
  } catch (error) {
    if (!(error instanceof ColumnsError)) throw error;
    throw new UnreadableError(`The link holds no capture: ${error.message}; ${COPY_WHOLE}.`);
  }
}

function tooMuch(max: number): UnreadableError {
  return new UnreadableError(
    `The link holds more than ${max / 0x100000} MiB, more than any that is made here; ` +
      "ask for the capture as a file.",
  );
}
