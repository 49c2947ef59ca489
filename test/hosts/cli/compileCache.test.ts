import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { enableCompileCache } from "../../../hosts/cli/compileCache.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "plimsoll-home-"));
});
afterEach(() => rmSync(home, { recursive: true }));

/** The folder that Node is asked to use; null where it is not asked. */
function askedFolder(environment: NodeJS.ProcessEnv = {}): string | null {
  let asked: string | null = null;
  enableCompileCache(home, environment, (folder) => {
    asked = folder;
  });
  return asked;
}

describe("the compile cache of newer Nodes", () => {
  it("is in the user's own folder for such things", () => {
    const folder = process.platform === "darwin" ? "Library/Caches" : ".cache";
    mkdirSync(join(home, folder), { recursive: true });
    expect(askedFolder()).toBe(join(home, folder, "plimsoll"));
  });

  it("is where the user wants such things", () => {
    expect(askedFolder({ XDG_CACHE_HOME: home })).toBe(join(home, "plimsoll"));
  });

  it("is not made where there is no such folder, or a file has its name", () => {
    expect(askedFolder()).toBe(null);
    const file = join(home, "file");
    writeFileSync(file, "");
    expect(askedFolder({ XDG_CACHE_HOME: file })).toBe(null);
  });

  it("is not written to another user's folder", () => {
    const { getuid } = process;
    process.getuid = () => 12_345;
    expect(askedFolder({ XDG_CACHE_HOME: home })).toBe(null);
    Object.assign(process, { getuid });
  });

  it("is left out on Node 20, which does not have it", () => {
    expect(() => enableCompileCache(home, { XDG_CACHE_HOME: home }, undefined)).not.toThrow();
  });
});
