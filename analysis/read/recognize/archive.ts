import { isGzip } from "../capture/gzip.ts";

/** What an archive is by its first bytes; compressed bytes may hold another file. */
export type ArchiveForm = "tar" | "tar.gz" | "tar.xz" | "zip";

/** The number of first bytes that show the format of a file. */
export const ARCHIVE_BYTES = 512;
const XZ = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const TAR_MAGIC = "ustar";
const TAR_MAGIC_AT = 257;

/** Null for any other file. */
export function archiveForm(bytes: Uint8Array): ArchiveForm | null {
  const begins = (with_: readonly number[]) => with_.every((byte, at) => bytes[at] === byte);
  if (isGzip(bytes)) return "tar.gz";
  if (begins(XZ)) return "tar.xz";
  if (begins(ZIP)) return "zip";
  return isTar(bytes) ? "tar" : null;
}

export function isTar(bytes: Uint8Array): boolean {
  const magic = bytes.subarray(TAR_MAGIC_AT, TAR_MAGIC_AT + TAR_MAGIC.length);
  return new TextDecoder().decode(magic) === TAR_MAGIC;
}
