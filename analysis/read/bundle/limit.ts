import { UnreadableError } from "../unreadable.ts";

const MEMBERS_MAX = 500_000;
/** Headers alone compress to ten bytes each, and take as long to read as those of real files. */
const EMPTY_MEMBERS_MAX = 100_000;
const UNPACKED_BYTES_MAX = 2 ** 34;
/** Logs come out some twenty times as large; what is beyond this is made to fill a memory. */
const RATIO_MAX = 200;
const RATIO_FROM_BYTES = 2 ** 28;

/** What one bundle can make a program read, at most. */
export class BundleLimit {
  readonly #name: string;
  readonly #packed: number | null;
  #members = 0;
  #empty = 0;
  #unpacked = 0;

  /** `packed`: the size of the archive; null for a folder. */
  constructor(name: string, packed: number | null) {
    this.#name = name;
    this.#packed = packed;
  }

  /** Throws an UnreadableError when there are too many. */
  addMember(most = MEMBERS_MAX): void {
    this.#members += 1;
    if (this.#members > most) this.#refuse(`more than ${most} members`);
  }

  /** Throws an UnreadableError when there are too many. */
  addEmptyMembers(count: number): void {
    this.#empty += count;
    if (this.#empty > EMPTY_MEMBERS_MAX) this.#refuse(`more than ${EMPTY_MEMBERS_MAX} empty files`);
  }

  /** Throws an UnreadableError when it is too much. */
  addBytes(count: number): void {
    this.#unpacked += count;
    if (this.#unpacked > UNPACKED_BYTES_MAX) this.#refuse("more than 16 GiB");
    const isSuspect = this.#packed !== null && this.#unpacked > RATIO_FROM_BYTES;
    if (isSuspect && this.#unpacked > RATIO_MAX * (this.#packed ?? 0)) {
      this.#refuse(`more than ${RATIO_MAX} times its size`);
    }
  }

  #refuse(what: string): never {
    throw new UnreadableError(
      `${this.#name}: it unpacks to ${what}, which no support bundle does; unpack the files that ` +
        "you trust, and give the folder.",
    );
  }
}
