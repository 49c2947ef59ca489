import { Unzip, type UnzipFile, UnzipInflate } from "fflate";
import { CutOff } from "../../shared/capture/format.ts";
import type { BundleLimit } from "./limit.ts";
import { type BundlePart, memberPath, type Wants } from "./part.ts";

/** What is fed at once: it may come out a thousand times as large. */
const DEFLATED_BYTES = 0x4000;

/** The files of a zip archive, in the order in which they lie in it. */
export async function* zipParts(
  chunks: AsyncIterable<Uint8Array>,
  wants: Wants,
  limit: BundleLimit,
): AsyncGenerator<BundlePart, void, undefined> {
  const parts: BundlePart[] = [];
  // Counted outside: the library takes what its callbacks throw for an error of the archive.
  let [members, unpacked] = [0, 0];
  const state: { error: Error | null; open: number } = { error: null, open: 0 };
  const unzip = new Unzip((file: UnzipFile) => {
    const path = memberPath(file.name);
    members += 1;
    const size = file.originalSize ?? null;
    if (path === null || file.name.endsWith("/") || !wants(path, size)) return;
    state.open += 1;
    file.ondata = (error, bytes, isLast) => {
      if (error !== null) state.error ??= error;
      if (error !== null) return;
      unpacked += bytes.length;
      parts.push({ path, bytes });
      if (!isLast) return;
      state.open -= 1;
      parts.push({ path, bytes: null });
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += DEFLATED_BYTES) {
        unzip.push(chunk.subarray(at, at + DEFLATED_BYTES));
        yield* parts.splice(0);
        for (; members > 0; members -= 1) limit.addMember();
        limit.addBytes(unpacked);
        unpacked = 0;
        if (state.error !== null) throw new CutOff(state.error.message);
      }
    }
    unzip.push(new Uint8Array(0), true);
  } catch (error) {
    // The library throws its own errors of a damaged archive, with a number as their code.
    if (error instanceof Error && typeof (error as { code?: unknown }).code === "number") {
      throw new CutOff(error.message);
    }
    throw error;
  }
  yield* parts.splice(0);
  if (state.open > 0) throw new CutOff("the archive ends in a member");
}
