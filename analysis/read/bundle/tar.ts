import { ByteParts } from "../../engine/byteParts.ts";
import { CutOff } from "../capture/format.ts";
import type { BundleLimit } from "./limit.ts";
import { type BundlePart, memberPath, type Wants } from "./part.ts";
import { BLOCK_BYTES, readTarHeader, TarNames } from "./tarHeader.ts";

/** What a header of names may hold; longer ones are made to fill a memory. */
const NAMES_BYTES_MAX = 2 ** 20;

/** A member whose bytes are being passed. */
interface Open {
  /** Bytes of it that are still to come, and then of its padding. */
  left: number;
  padding: number;
  /** What becomes of them: handed on, kept as names of the next member, or skipped. */
  readonly use: "member" | "names" | "skip";
  readonly path: string;
  readonly type: string;
}

/**
 * The files of a tar archive. A link that is wanted has a problem, and devices are skipped. Throws
 * CutOff where it ends.
 */
export async function* tarParts(
  chunks: AsyncIterable<Uint8Array>,
  wants: Wants,
  limit: BundleLimit,
): AsyncGenerator<BundlePart, void, undefined> {
  const reader = new TarReader(wants, limit);
  for await (const chunk of chunks) {
    limit.addBytes(chunk.length);
    yield* reader.read(chunk);
    // What follows the end is not read.
    if (reader.isEnd) return;
  }
  reader.end();
}

class TarReader {
  readonly #wants: Wants;
  readonly #limit: BundleLimit;
  readonly #names = new TarNames();
  /** A header whose bytes come in several chunks. */
  readonly #block = new Uint8Array(BLOCK_BYTES);
  #filled = 0;
  #open: Open | null = null;
  readonly #text = new ByteParts();
  #zeros = 0;

  constructor(wants: Wants, limit: BundleLimit) {
    this.#wants = wants;
    this.#limit = limit;
  }

  /** Two blocks of zeros end an archive. */
  get isEnd(): boolean {
    return this.#zeros >= 2;
  }

  *read(chunk: Uint8Array): Generator<BundlePart, void, undefined> {
    for (let at = 0; at < chunk.length && !this.isEnd; ) {
      const rest = chunk.subarray(at);
      if (this.#open !== null) {
        at += yield* this.#content(this.#open, rest);
        continue;
      }
      const taken = rest.subarray(0, BLOCK_BYTES - this.#filled);
      this.#block.set(taken, this.#filled);
      this.#filled += taken.length;
      at += taken.length;
      if (this.#filled < BLOCK_BYTES) return;
      this.#filled = 0;
      yield* this.#header();
    }
  }

  /** Throws where the archive ends in a member; one without its end is whole otherwise. */
  end(): void {
    if (this.#open !== null || this.#filled > 0) throw new CutOff("the archive ends in a member");
  }

  *#header(): Generator<BundlePart, void, undefined> {
    const header = readTarHeader(this.#block);
    if (header === "zeros") {
      this.#zeros += 1;
      return;
    }
    this.#zeros = 0;
    if (header === null) throw new CutOff("a header is damaged");
    const { type } = header;
    if (TarNames.areIn(type)) {
      const use = header.size > NAMES_BYTES_MAX ? "skip" : "names";
      this.#begin({ path: "", type, use }, header.size);
      return;
    }
    const { name, size } = this.#names.applied(header);
    const path = memberPath(name);
    this.#limit.addMember();
    const isFile = header.isFile && !name.endsWith("/");
    if (isFile && size === 0) this.#limit.addEmptyMembers(1);
    const isWanted = path !== null && isFile && this.#wants(path, size);
    this.#begin({ path: path ?? "", type, use: isWanted ? "member" : "skip" }, size);
    if (isWanted && size === 0) yield { path, bytes: null };
    if (header.isLink && path !== null && this.#wants(path, null)) {
      yield { path, bytes: null, problem: "is a link, which is read in a folder alone" };
    }
  }

  #begin(member: Pick<Open, "path" | "type" | "use">, size: number): void {
    const padding = (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
    this.#open = size === 0 ? null : { ...member, left: size, padding };
  }

  /** Answers how many bytes belong to the member. */
  *#content(open: Open, rest: Uint8Array): Generator<BundlePart, number, undefined> {
    const bytes = rest.subarray(0, open.left);
    const skipped = Math.min(open.padding, rest.length - bytes.length);
    if (bytes.length > 0) {
      open.left -= bytes.length;
      if (open.use === "names") this.#text.add(bytes.slice());
      if (open.use === "member") yield { path: open.path, bytes };
      if (open.left === 0) yield* this.#close(open);
    }
    open.padding -= skipped;
    if (open.left === 0 && open.padding === 0) this.#open = null;
    return bytes.length + skipped;
  }

  *#close({ use, path, type }: Open): Generator<BundlePart, void, undefined> {
    if (use === "member") yield { path, bytes: null };
    if (use === "names") this.#names.take(type, this.#text.take());
  }
}
