import { readdirSync, readFileSync, statSync } from "node:fs";

/**
 * What reading a file of the kernel fails with when there is nothing to read: the cgroup or the
 * process has gone, the controller is off, the cgroup is threaded, or we may not look.
 */
const ABSENT = new Set([
  "ENOENT",
  "ENOTDIR",
  "ENODEV",
  "ESRCH",
  "EOPNOTSUPP",
  "ENOTSUP",
  "EACCES",
  "EPERM",
]);

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== undefined && ABSENT.has(code)) return null;
    throw error;
  }
}

/** The text of a file without the line end, or null when there is nothing to read. */
export function readLine(path: string): string | null {
  return orNull(() => readFileSync(path, "utf8").trimEnd());
}

/** The lines of a file; none when there is nothing to read. */
export function readLines(path: string): readonly string[] {
  const text = readLine(path);
  return text === null || text === "" ? [] : text.split("\n");
}

/** A number, or null for `max`, for another text, and when there is nothing to read. */
export function readAmount(path: string): bigint | null {
  const text = readLine(path);
  return text !== null && /^\d+$/.test(text) ? BigInt(text) : null;
}

/** Lines of `name value`, such as memory.stat; null when there is nothing to read. */
export function readTable(path: string): ReadonlyMap<string, bigint> | null {
  const text = readLine(path);
  if (text === null) return null;
  const rows = text.matchAll(/^(\S+) (\d+)$/gm);
  return new Map([...rows].map(([, name = "", value = "0"]) => [name, BigInt(value)]));
}

/** Lines of `Name:  value kB`, such as /proc/meminfo, in bytes; null when there is nothing. */
export function readKilobytes(path: string): ReadonlyMap<string, bigint> | null {
  const text = readLine(path);
  if (text === null) return null;
  const rows = text.matchAll(/^(\w[^:\n]*):\s+(\d+) kB$/gm);
  return new Map([...rows].map(([, name = "", value = "0"]) => [name, BigInt(value) * 1024n]));
}

/** The names of the directories in a directory, in the order of their bytes. */
export function directoriesIn(path: string): readonly string[] {
  const entries = orNull(() => readdirSync(path, { withFileTypes: true })) ?? [];
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort(byBytes);
}

/** The number a file system knows a file by; null when there is none. */
export function inodeOf(path: string): bigint | null {
  return orNull(() => statSync(path, { bigint: true }).ino);
}

/** The user who owns a file; null when there is none. */
export function ownerOf(path: string): number | null {
  return orNull(() => statSync(path).uid);
}

export function exists(path: string): boolean {
  return inodeOf(path) !== null;
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
