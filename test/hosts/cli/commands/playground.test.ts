/** @module-tag long */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";

const PROGRAM = fileURLToPath(new URL("../../../../dist/plimsoll.mjs", import.meta.url));
const EXAMPLE = fileURLToPath(
  new URL("../../../../examples/fork-bomb.plimsoll.ndjson.gz", import.meta.url),
);

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** Starts the built program and resolves with the address it prints. */
async function started(
  ...words: string[]
): Promise<{ address: string; stop: () => Promise<unknown> }> {
  const child = spawn(process.execPath, [PROGRAM, "playground", "--no-open", ...words]);
  const ended = once(child, "close");
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  stops.push(stop);
  const [line] = await once(child.stdout, "data");
  const address = /http:\S+/.exec(String(line))?.[0] ?? "";
  return { address, stop };
}

describe("plimsoll playground", () => {
  it("serves the page on loopback, under a policy that lets nothing else in", async () => {
    const { address } = await started();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const page = await fetch(address);
    expect(await page.text()).toContain("<title>Plimsoll playground</title>");
    const policy = page.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each([
    [/start-\w{8}\.js/, "text/javascript"],
    [/worker-\w{8}\.js/, "text/javascript"],
    [/page-\w{8}\.css/, "text/css"],
    [/plimsoll-eviction-\w{8}\.wasm/, "application/wasm"],
  ])(
    "serves what the page names as %s for good, compressed as it was built",
    async (name, type) => {
      const { address } = await started();
      const [path = ""] = name.exec(await (await fetch(address)).text()) ?? [];
      const accepting = (encoding: string) =>
        fetch(new URL(path, address), { headers: { "Accept-Encoding": encoding } });
      const plain = await accepting("identity");
      const bytes = Buffer.from(await plain.arrayBuffer());
      expect(plain.headers.get("content-encoding")).toBeNull();
      for (const encoding of ["br", "gzip"]) {
        const response = await accepting(encoding);
        expect(response.status).toBe(200);
        expect(response.headers.get("content-encoding")).toBe(encoding);
        expect(response.headers.get("content-type")).toContain(type);
        expect(response.headers.get("cache-control")).toMatch(/max-age=31536000, immutable/);
        expect(response.headers.get("vary")).toContain("Accept-Encoding");
        expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
        expect(Number(response.headers.get("content-length"))).toBeLessThan(bytes.length);
        expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
      }
    },
  );

  it.each(["", "index.html", "examples/index.json"])(
    "serves /%s to be asked for each time",
    async (path) => {
      const { address } = await started();
      const response = await fetch(new URL(path, address));
      expect(response.headers.get("cache-control")).toBe("no-cache");
    },
  );

  it("answers that an example has not changed, to a browser that has it", async () => {
    const { address } = await started();
    const example = new URL("examples/memory-leak.plimsoll.ndjson.gz", address);
    const etag = (await fetch(example)).headers.get("etag") ?? "";
    expect((await fetch(example, { headers: { "If-None-Match": etag } })).status).toBe(304);
  });

  it("serves nothing from outside the page's folder", async () => {
    const { address } = await started();
    for (const path of ["plimsoll.mjs", "%2e%2e/plimsoll.mjs", "..%2fplimsoll.mjs"]) {
      expect((await fetch(`${address}${path}`)).status).toBe(404);
    }
  });

  it("serves the capture that is named, and says so in the address", async () => {
    const { address } = await started(EXAMPLE);
    const named = new URL(address).searchParams.get("open");
    expect(named).toBe("opened/fork-bomb.plimsoll.ndjson.gz");
    const response = await fetch(new URL(named ?? "", address));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(readFileSync(EXAMPLE));
  });

  it("gives a capture to no page from elsewhere, whatever name that page has", async () => {
    const { address } = await started(EXAMPLE);
    const statusWith = (headers: Record<string, string>) =>
      new Promise((resolve) => {
        get(new URL("opened/fork-bomb.plimsoll.ndjson.gz", address), { headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
      });
    expect(await statusWith({ Host: "evil.example" })).toBe(421);
    expect(await statusWith({ Origin: "https://evil.example" })).toBe(403);
    expect(await statusWith({})).toBe(200);
  });

  it("ends without a word when it is interrupted", async () => {
    const { stop } = await started();
    expect(await stop()).toEqual([ExitCode.Ok, null]);
  });

  it.each([
    ["--port 70000", ExitCode.Usage, /--port 70000: give a number from 0 to 65535/],
    ["nowhere.ndjson", ExitCode.Input, /nowhere\.ndjson/],
  ])("refuses %s", async (words, exitCode, sentence) => {
    const ended = await commandLine(["playground", "--no-open", ...words.split(" ")]);
    expect(ended.stderr).toMatch(sentence);
    expect(ended.exitCode).toBe(exitCode);
  });
});

describe("plimsoll playground --write", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plimsoll-playground-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("writes every file that the server serves, and says how many", async () => {
    const { address } = await started();
    const site = join(folder, "a", "site");
    const { stdout } = await commandLine(["playground", "--write", site]);
    const files = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) =>
      statSync(join(site, name)).isFile(),
    );
    expect(stdout).toContain(`The playground is in ${site}, ${files.length} files;`);
    expect(files).toEqual(expect.arrayContaining(["index.html"]));
    expect(files).toContain(join("examples", "fork-bomb.plimsoll.ndjson.gz"));
    const core = files.find((name) => name.endsWith(".wasm")) ?? "";
    expect(files).toEqual(expect.arrayContaining([`${core}.br`, `${core}.gz`]));
    for (const name of files) {
      const served = await (await fetch(new URL(name, address))).arrayBuffer();
      expect(readFileSync(join(site, name)).equals(Buffer.from(served))).toBe(true);
    }
  });

  it.each([
    ["a folder in use", "", /is not empty; name a folder that is new or empty/],
    ["a file", "file", /file: it is not a directory/],
    ["a place in a file", "file/site", /a part of its path is not a dir/],
  ])("does not touch %s", async (_, place, sentence) => {
    writeFileSync(join(folder, "file"), "what was there");
    const ended = await commandLine(["playground", "--write", join(folder, place)]);
    expect(ended.stderr).toMatch(sentence);
    expect(ended.exitCode).toBe(ExitCode.Input);
    expect(readdirSync(folder)).toEqual(["file"]);
  });
});
