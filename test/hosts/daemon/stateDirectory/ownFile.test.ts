import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FileStore } from "../../../../hosts/daemon/stateDirectory/fileStore.ts";
import { openJournal } from "../../../../hosts/daemon/stateDirectory/journalFile.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-own-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const fifo = (path: string) => execFileSync("mkfifo", [path]);
const outside = () => {
  const path = join(directory, "outside");
  if (!existsSync(path)) writeFileSync(path, "precious");
  return path;
};
const sparse = (path: string, bytes: number) => {
  writeFileSync(path, "");
  truncateSync(path, bytes);
};

const IN_PLACE: readonly (readonly [string, (path: string) => void, string])[] = [
  ["a pipe", fifo, "not a regular file"],
  ["a link", (path) => symlinkSync(outside(), path), "not a regular file"],
  ["a link to a device", (path) => symlinkSync("/dev/zero", path), "not a regular file"],
  ["a directory", (path) => mkdirSync(path), "not a regular file"],
  ["a gigabyte", (path) => sparse(path, 2 ** 30), "has 1073741824 bytes"],
];

describe.skipIf(process.platform === "win32")("files in the state directory", () => {
  it.each(IN_PLACE)("in place of the state ends the start: %s", async (_, put, sentence) => {
    const store = new FileStore(directory);
    put(store.path);
    await expect(store.load()).rejects.toThrow(sentence);
  });

  it.each(IN_PLACE)("in place of the journal ends the start: %s", async (_, put, sentence) => {
    put(join(directory, "acts.ndjson"));
    await expect(openJournal(directory)).rejects.toThrow(sentence);
  });

  it.each([
    ["a pipe", fifo],
    ["a link", (path: string) => symlinkSync(outside(), path)],
  ])("in place of a new file is taken away: %s", async (what, put) => {
    for (const name of ["state.plimsoll.draft", "acts.ndjson.draft", "acts.reserve"]) {
      const path = join(directory, name);
      rmSync(path, { force: true });
      put(path);
      await new FileStore(directory).save("n", new Uint8Array([1, 2]));
      const { file } = await openJournal(directory);
      await file.replace([]);
      await file.close();
      if (what === "a link") expect(readFileSync(outside(), "utf8")).toBe("precious");
    }
    expect(await new FileStore(directory).load()).toEqual(Buffer.from([1, 2]));
  });
});
