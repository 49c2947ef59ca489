import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { create } from "tar";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";

const ROOT = new URL("../../../../", import.meta.url);
const EXAMPLE = new URL("examples/memory-leak.plimsoll.ndjson.gz", ROOT);
const DMESG = new URL("test/oom/dumps/stress-5.4-memcg.txt", ROOT);
/** The first bytes of what macOS keeps of a file. */
const APPLE_DOUBLE = Buffer.from("0005160700020000", "hex");

const directory = mkdtempSync(join(tmpdir(), "plimsoll-packed-"));
const at = (path: string) => join(directory, path);
/** Wide enough for paths of any length. */
const answered = (...words: readonly string[]) => commandLine(words, { columns: 10_000 });

beforeAll(() => {
  mkdirSync(at("incident/sub"), { recursive: true });
  writeFileSync(at("incident/night.ndjson.gz"), readFileSync(EXAMPLE));
  writeFileSync(at("incident/sub/dmesg.txt"), readFileSync(DMESG));
  cpSync(at("incident"), at("outer/inner"), { recursive: true });
  const tar = (file: string, cwd: string, path: string, gzip = false) =>
    create({ cwd: at(cwd), file: at(file), sync: true, gzip, portable: true }, [path]);
  tar("dot.tar", "incident", ".");
  tar("dot.tgz", "incident", ".", true);
  tar("folder.tar", ".", "incident");
  tar("nested.tar.gz", ".", "outer", true);
  create({ cwd: at("incident"), file: at("prefixed.tar"), sync: true }, [
    "./night.ndjson.gz",
    "./sub/dmesg.txt",
  ]);
  const files = {
    "incident/night.ndjson.gz": readFileSync(EXAMPLE),
    "incident/sub/dmesg.txt": readFileSync(DMESG),
  };
  writeFileSync(at("plain.zip"), zipSync(files));
  const metadata = {
    "__MACOSX/incident/._night.ndjson.gz": APPLE_DOUBLE,
    "__MACOSX/incident/sub/._dmesg.txt": APPLE_DOUBLE,
    "incident/.DS_Store": new Uint8Array(),
  };
  writeFileSync(at("mac.zip"), zipSync({ ...files, ...metadata }));
});
afterAll(() => rmSync(directory, { recursive: true }));

const unpackedFolders = () =>
  readdirSync(tmpdir()).filter((name) => /^plimsoll-unpacked-/.test(name));

describe("an archive that someone packed", () => {
  it.each(["dot.tar", "dot.tgz", "prefixed.tar"])("%s is answered as its folder", async (name) => {
    const before = unpackedFolders();
    const folder = await answered(at("incident"));
    const archive = await answered(at(name));
    expect(archive.exitCode).toBe(folder.exitCode);
    expect(archive.stdout).toBe(folder.stdout.replaceAll(`${at("incident")}/`, ""));
    expect(archive.stdout).toMatch(/\n✖ shop\/cart-p89ncn6dqk-8t8pl is evicted at 10:12:20/);
    expect(unpackedFolders()).toEqual(before);
  });

  it.each(["folder.tar", "nested.tar.gz", "plain.zip", "mac.zip"])(
    "%s is answered with its folders in the names",
    async (name) => {
      const { stdout, stderr, exitCode } = await answered(at(name));
      expect(exitCode).toBe(ExitCode.Ok);
      expect(stdout).toMatch(/\n✖ shop\/cart-p89ncn6dqk-8t8pl is evicted at 10:12:20/);
      expect(stdout).toMatch(/plimsoll explain (?:incident|outer\/inner)\/night\.ndjson\.gz/);
      const unpack = name.endsWith(".zip") ? "unzip" : "tar xf";
      expect(stderr).toContain(`before a command that names a file of it: ${unpack} ${at(name)}.`);
      expect(stdout + stderr).not.toMatch(/plimsoll-unpacked-/);
    },
  );

  it("names what macOS added, and leaves it out", async () => {
    const { stdout } = await answered(at("mac.zip"), "--all");
    expect(stdout).toMatch(/\._night\.ndjson\.gz +left out: it is metadata of macOS\n/);
    expect(stdout).toMatch(/\.DS_Store +left out: it is metadata of macOS\n/);
  });

  it("of one file is answered as that file", async () => {
    writeFileSync(at("one.zip"), zipSync({ "dmesg.txt": readFileSync(DMESG) }));
    const archive = await answered(at("one.zip"));
    const file = await answered(at("incident/sub/dmesg.txt"));
    expect(archive.stdout).toBe(file.stdout.replaceAll(at("incident/sub/"), ""));
  });

  it("with nothing to answer about says so by its own name", async () => {
    writeFileSync(at("empty.zip"), zipSync({ "a/notes.bin": APPLE_DOUBLE }));
    const { stderr, exitCode } = await answered(at("empty.zip"));
    expect(exitCode).toBe(ExitCode.Input);
    expect(stderr).toMatch(/^plimsoll: \S*empty\.zip: nothing is answered about its 1 file /);
    expect(stderr).not.toMatch(/plimsoll-unpacked-/);
  });

  it("with more files than are read together is not unpacked", async () => {
    const many = Array.from(
      { length: 201 },
      (_, index) => [`f${index}.txt`, APPLE_DOUBLE] as const,
    );
    writeFileSync(at("many.zip"), zipSync(Object.fromEntries(many)));
    const { stderr, exitCode } = await answered(at("many.zip"));
    expect(stderr).toContain("it has 201 files, and 200 are read together; name those of one inc");
    expect(exitCode).toBe(ExitCode.Input);
  });

  it("that ends early is answered from the files before that, which is said", async () => {
    const whole = readFileSync(at("dot.tar"));
    writeFileSync(at("cut.tar"), whole.subarray(0, whole.length - 12_000));
    const { stdout } = await answered(at("cut.tar"));
    expect(stdout).toContain("ends early or is damaged");
  });
});
