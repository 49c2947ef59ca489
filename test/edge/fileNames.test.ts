import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FileStorage } from "../../hosts/edge/files/fileStorage.ts";

/** Directories with a change of names that a power cut may still undo. */
const { unsynced } = vi.hoisted(() => ({ unsynced: new Set<string>() }));

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const opened = new Map<number, string>();
  const isThere = (path: string) => fs.existsSync(path);
  const changed = (path: string) => unsynced.add(dirname(path));
  return {
    ...fs,
    mkdirSync(path: string, options: { recursive: true }) {
      for (let each = path; !isThere(each); each = dirname(each)) changed(each);
      return fs.mkdirSync(path, options);
    },
    openSync(path: string, flags: string) {
      if (!isThere(path)) changed(path);
      const file = fs.openSync(path, flags);
      opened.set(file, path);
      return file;
    },
    appendFileSync(path: string, bytes: Uint8Array, options: object) {
      if (!isThere(path)) changed(path);
      fs.appendFileSync(path, bytes, options);
    },
    renameSync(from: string, to: string) {
      changed(to);
      fs.renameSync(from, to);
    },
    rmSync(path: string, options: object) {
      if (isThere(path)) changed(path);
      fs.rmSync(path, options);
    },
    fsyncSync(file: number) {
      fs.fsyncSync(file);
      unsynced.delete(opened.get(file) ?? "");
    },
  };
});

const directory = mkdtempSync(join(tmpdir(), "plimsoll-edge-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
beforeEach(() => unsynced.clear());

const encoder = new TextEncoder();
const entry = (second: number) => ({
  time: `2026-01-15T10:00:${second}Z`,
  decision: encoder.encode("{}"),
});

describe("a node in files", () => {
  it("has each name on the disk before a change is confirmed", () => {
    const storage = new FileStorage(join(directory, "acme", "n1"), new Map());
    const changes = [
      { documents: [["configuration", encoder.encode("{}")] as const], historyMax: 2 },
      ...[10, 11, 12, 13, 14, 15].map((second) => ({
        ...{ documents: [["position", encoder.encode(`${second}`)] as const] },
        ...{ entry: entry(second), historyMax: 2 },
      })),
      { documents: [["configuration", null] as const], historyMax: 2 },
    ];
    for (const change of changes) {
      storage.change(change);
      expect([...unsynced]).toEqual([]);
    }
  });
});
