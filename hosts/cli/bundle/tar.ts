import type { ReadEntry } from "tar";
import { CutOff } from "../../../analysis/read/capture/format.ts";
import type { BundleLimit } from "./limit.ts";
import { type BundlePart, memberPath, type Wants } from "./part.ts";

const FILES: ReadonlySet<string> = new Set(["File", "OldFile", "ContiguousFile"]);

/** The files of a tar archive; links and devices are skipped. Throws CutOff where it ends. */
export async function* tarParts(
  chunks: AsyncIterable<Uint8Array>,
  wants: Wants,
  limit: BundleLimit,
): AsyncGenerator<BundlePart, void, undefined> {
  const parts: BundlePart[] = [];
  let members = 0;
  let empty = 0;
  const state: { error: Error | null; problem: string | null; isEnd: boolean } = {
    error: null,
    problem: null,
    isEnd: false,
  };
  // Loaded when it is used: no other command waits for it.
  const { Parser } = await import("tar");
  const parser = new Parser({
    onReadEntry(entry: ReadEntry) {
      const path = memberPath(entry.path);
      members += 1;
      if (entry.size === 0 && FILES.has(entry.type)) empty += 1;
      const isWanted = path !== null && FILES.has(entry.type) && wants(path, entry.size);
      if (!isWanted) {
        entry.resume();
        return;
      }
      entry.on("data", (bytes: Uint8Array) => void parts.push({ path, bytes }));
      entry.on("end", () => void parts.push({ path, bytes: null }));
    },
    onwarn(code: string, message: string | Error) {
      if (code === "TAR_BAD_ARCHIVE") state.problem ??= String(message);
    },
  });
  parser.on("eof", () => {
    state.isEnd = true;
  });
  parser.on("error", (error: Error) => {
    state.error ??= error;
  });
  for await (const chunk of chunks) {
    limit.addBytes(chunk.length);
    parser.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
    // An error that is thrown in the parser's callbacks would be taken for one of the archive.
    for (; members > 0; members -= 1) limit.addMember();
    limit.addEmptyMembers(empty);
    empty = 0;
    yield* parts.splice(0);
    // The parser would keep everything after the end.
    if (state.error !== null || state.isEnd) break;
  }
  if (state.error === null) parser.end();
  yield* parts.splice(0);
  if (state.error !== null) throw new CutOff(state.error.message);
  if (state.problem !== null) throw new CutOff(state.problem);
}
