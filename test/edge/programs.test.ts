import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EvictionEngine, replay } from "../../hosts/entries/library/index.ts";
import { asking } from "./client.ts";
import { CORE, EXAMPLES, exampleOf, snapshotOf } from "./examples.ts";
import { PROGRAM_RUNTIMES, type Program, startProgram } from "./program.ts";

/** Large enough for any server to send it in several pieces. */
const TOO_LARGE = " ".repeat(9 * 2 ** 20);

describe.each(PROGRAM_RUNTIMES)("the handler in $name, over HTTP", (runtime) => {
  const isMissing = runtime.command === null && process.env.CI !== "true";
  const directory = mkdtempSync(join(tmpdir(), "plimsoll-program-"));
  let program: Program;
  const ask = asking(() => program.url);

  beforeAll(async () => {
    if (!isMissing) program = await startProgram(runtime, directory);
  });
  afterAll(async () => {
    await program?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it.skipIf(isMissing).each(EXAMPLES.slice(0, 1))(
    "takes $name through a restart as the engine does here",
    async (file) => {
      const { configuration, records } = await exampleOf(file);
      const path = `/v1/nodes/${file.name}`;
      await ask(`${path}/policy`, { method: "PUT", body: configuration });
      for await (const step of replay(new EvictionEngine(CORE), configuration, records)) {
        const record = records[step.index];
        if (record === undefined) throw new Error("There are more steps than records.");
        if (step.index === Math.floor(records.length / 2)) {
          await program.stop();
          program = await startProgram(runtime, directory);
        }
        const plain = snapshotOf(record);
        const zipped = { body: gzipSync(plain), headers: { "content-encoding": "gzip" } };
        const sent = step.index % 2 === 0 ? { body: plain } : zipped;
        const response = await ask(`${path}/snapshots`, sent);
        const decision = step.decision()?.text ?? "null";
        expect(await response.text()).toContain(`{"decision":${decision},`);
      }
    },
  );

  it.skipIf(isMissing).each([
    ["no token", 401, { body: "{}", tenant: null }],
    ["no JSON", 400, { body: "zanzibar" }],
    ["a body beyond the bound", 413, { body: TOO_LARGE }],
    ["damaged gzip", 400, { body: "zanzibar", headers: { "content-encoding": "gzip" } }],
  ])("answers %s with a problem of status %i", async (_, status, asked) => {
    const response = await ask("/v1/evaluate", asked);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.status).toBe(status);
  });
});
