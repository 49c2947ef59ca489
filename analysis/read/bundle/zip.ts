import { Unzip, type UnzipDecoder, type UnzipFile, UnzipInflate, UnzipPassThrough } from "fflate";
import { CutOff } from "../capture/format.ts";
import type { BundleLimit } from "./limit.ts";
import { type BundlePart, memberPath, type Wants } from "./part.ts";

/** What is fed at once: it may come out a thousand times as large. */
const DEFLATED_BYTES = 0x4000;
/** The library moves all members that it has seen for each further one. */
const MEMBERS_MAX = 100_000;

/** The methods of APPNOTE 4.4.5 that tools write: stored and deflated. */
const METHODS: ReadonlyMap<number, new () => UnzipDecoder> = new Map([
  [UnzipPassThrough.compression, UnzipPassThrough],
  [UnzipInflate.compression, UnzipInflate],
] as const);

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
    // 0 where the size comes after the bytes.
    const size = file.originalSize || null;
    const isWanted = path !== null && !file.name.endsWith("/") && wants(path, size);
    const method = METHODS.get(file.compression);
    unzip.register(isWanted && method !== undefined ? decoder(file, method) : passedOver(file));
    if (!isWanted || method === undefined) {
      // What is not begun, the library would keep in memory.
      file.ondata = () => {};
      file.start();
      if (isWanted)
        parts.push({ path, bytes: null, problem: "is compressed in a way that is not supported" });
      return;
    }
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
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += DEFLATED_BYTES) {
        unzip.push(chunk.subarray(at, at + DEFLATED_BYTES));
        yield* parts.splice(0);
        for (; members > 0; members -= 1) limit.addMember(MEMBERS_MAX);
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

function decoder({ compression }: UnzipFile, Method: new () => UnzipDecoder) {
  return class extends Method {
    static readonly compression = compression;
  };
}

/** For a member that is not wanted: none of its bytes is kept. */
function passedOver({ compression }: UnzipFile) {
  return class implements UnzipDecoder {
    static readonly compression = compression;
    ondata: UnzipDecoder["ondata"] = () => {};
    push(_: Uint8Array, isLast: boolean): void {
      this.ondata(null, new Uint8Array(), isLast);
    }
  };
}
