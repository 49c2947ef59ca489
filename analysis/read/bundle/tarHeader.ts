/** Headers of tar: those of POSIX (ustar, pax), of GNU tar and of the tar before them. */

/** The unit of an archive: a header has one, and a member whole ones. */
export const BLOCK_BYTES = 512;

/** A field of a header: where it begins, and its bytes. */
type Field = readonly [at: number, bytes: number];

const NAME: Field = [0, 100];
const SIZE: Field = [124, 12];
const CHECKSUM: Field = [148, 8];
const TYPE_AT = 156;
const MAGIC: Field = [257, 6];
const PREFIX: Field = [345, 155];
/** GNU tar has other fields in place of the prefix, and another magic. */
const POSIX_MAGIC = "ustar";
const SPACE = 0x20;
/** Regular files: of POSIX, of the tar before it, and those that were to be contiguous. */
const FILE_TYPES: readonly string[] = ["0", "\0", "7"];
/** Hard and symbolic links. */
const LINK_TYPES: readonly string[] = ["1", "2"];
/** A directory has no bytes, whatever some tools write as its size. */
const DIRECTORY = "5";
const decoder = new TextDecoder();

export interface TarHeader {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly isFile: boolean;
  readonly isLink: boolean;
}

/** Null for a block that is not a header. */
export function readTarHeader(block: Uint8Array): TarHeader | "zeros" | null {
  if (block.every((byte) => byte === 0)) return "zeros";
  if (numberOf(block, CHECKSUM) !== checksumOf(block)) return null;
  const type = String.fromCharCode(block[TYPE_AT] ?? 0);
  const [magicAt, magicBytes] = MAGIC;
  const magic = decoder.decode(block.subarray(magicAt, magicAt + magicBytes));
  const prefix = magic === `${POSIX_MAGIC}\0` ? textOf(block, PREFIX) : "";
  const name = textOf(block, NAME);
  const size = numberOf(block, SIZE);
  if (!Number.isSafeInteger(size) || size < 0) return null;
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    size: type === DIRECTORY ? 0 : size,
    type,
    isFile: FILE_TYPES.includes(type),
    isLink: LINK_TYPES.includes(type),
  };
}

function bytesOf(block: Uint8Array, [at, bytes]: Field): Uint8Array {
  return block.subarray(at, at + bytes);
}

function textOf(block: Uint8Array, field: Field): string {
  const bytes = bytesOf(block, field);
  const end = bytes.indexOf(0);
  return decoder.decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** Octal digits, or a number to the base 256 where the highest bit of the first byte is set. */
function numberOf(block: Uint8Array, field: Field): number {
  const bytes = bytesOf(block, field);
  const [first = 0, ...others] = bytes;
  if (first >= 0x80) return others.reduce((sum, byte) => sum * 256 + byte, first & 0x7f);
  const digits = textOf(block, field).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || "0", 8) : Number.NaN;
}

/** The sum of all bytes, with blanks in place of the checksum itself. */
function checksumOf(block: Uint8Array): number {
  const [, length] = CHECKSUM;
  const all = block.reduce((sum, byte) => sum + byte, 0);
  return all - bytesOf(block, CHECKSUM).reduce((sum, byte) => sum + byte, 0) + SPACE * length;
}

/** What pax writes of the next member: a length, a key and a value. */
const PAX = "x";
const GNU_LONG_NAME = "L";
/** Headers about other members, of which no name is needed. */
const OTHERS: readonly string[] = ["g", "K"];

/** Names and sizes that do not fit into a header, and precede it. */
export class TarNames {
  #name: string | undefined;
  #size: number | undefined;

  /** Whether a header of this type has them. */
  static areIn(type: string): boolean {
    return type === PAX || type === GNU_LONG_NAME || OTHERS.includes(type);
  }

  take(type: string, bytes: Uint8Array): void {
    if (type === GNU_LONG_NAME) this.#name = textOf(bytes, [0, bytes.length]);
    if (type === PAX) this.#takeRecords(bytes);
  }

  /** The header of the member that they belong to. */
  applied({ name, size }: TarHeader): Pick<TarHeader, "name" | "size"> {
    const own = { name: this.#name ?? name, size: this.#size ?? size };
    this.#name = undefined;
    this.#size = undefined;
    return own;
  }

  /** Records such as `28 path=dump/nodes.json`, whose length counts all of it. */
  #takeRecords(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const space = bytes.indexOf(SPACE, at);
      const length = Number(decoder.decode(bytes.subarray(at, space)));
      if (space < 0 || !Number.isSafeInteger(length) || length <= space - at) return;
      const record = decoder.decode(bytes.subarray(space + 1, at + length - 1));
      const equals = record.indexOf("=");
      this.#takeRecord(record.slice(0, equals), record.slice(equals + 1));
      at += length;
    }
  }

  #takeRecord(key: string, value: string): void {
    if (key === "path") this.#name = value;
    if (key === "size" && Number.isSafeInteger(Number(value))) this.#size = Number(value);
  }
}
