import { appendFileSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FileStorage } from "../../hosts/edge/files/fileStorage.ts";
import { FileFleet } from "../../hosts/edge/files/index.ts";
import { createEdge, tenantsOf } from "../../hosts/edge/index.ts";
import { type Decision, EvictionEngine, replay } from "../../hosts/entries/library/index.ts";
import { type Asked, TOKENS, tenantsSetting } from "./client.ts";
import { CORE, EXAMPLES, exampleOf, snapshotOf } from "./examples.ts";

const directory = mkdtempSync(join(tmpdir(), "plimsoll-edge-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A handler as a process would make it when it starts. */
async function started() {
  const limits = { historyMax: 5 };
  const fleet = new FileFleet({ core: CORE, directory, limits });
  const tenants = tenantsOf(await tenantsSetting());
  const edge = createEdge({ core: CORE, tenants, fleet, limits });
  return (path: string, { method, body, tenant = "acme" }: Asked = {}) => {
    const headers: Record<string, string> =
      tenant === null ? {} : { authorization: `Bearer ${TOKENS[tenant]}` };
    return edge.fetch(
      new Request(`http://edge.test${path}`, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers,
        ...(body === undefined ? {} : { body: body as BodyInit }),
      }),
    );
  };
}

describe("nodes in files", () => {
  it.each(EXAMPLES)("take $name through restarts as the engine does here", async (file) => {
    const { configuration, records } = await exampleOf(file);
    let ask = await started();
    const path = `/v1/nodes/${file.name}`;
    await ask(`${path}/policy`, { method: "PUT", body: configuration });
    for await (const step of replay(new EvictionEngine(CORE), configuration, records)) {
      const record = records[step.index];
      if (record === undefined) throw new Error("There are more steps than records.");
      if (step.index % 20 === 0) ask = await started();
      const body = snapshotOf(record);
      const decision = `{"decision":${step.decision()?.text ?? "null"},`;
      expect(await (await ask(`${path}/snapshots`, { body })).text()).toContain(decision);
      const again = await ask(`${path}/snapshots`, { body });
      expect(again.headers.get("plimsoll-repeated")).toBe("true");
    }
  });

  it("keep a bounded history, also behind a line that a crash cut off", async () => {
    const ask = await started();
    const [file] = EXAMPLES;
    appendFileSync(join(directory, "acme", file?.name ?? "", "history.ndjson"), "2026-01-1");
    const page = await (await ask(`/v1/nodes/${file?.name}/history?limit=500`)).json();
    const { decisions } = page as { decisions: Decision[] };
    const steps = decisions.map(({ step }) => step);
    expect(steps.length).toBeLessThanOrEqual(10);
    expect(steps).toEqual([...steps].sort((a, b) => b - a));
  });

  it("lose no decision around a line that was cut off at any byte, and have no part of it", () => {
    const folder = join(directory, "globex", "cut");
    const storage = () => new FileStorage(folder, new Map());
    const decision = new TextEncoder().encode('{"a":1}');
    const torn = '2026-01-15T10:00:09Z\t{"a":{"b":{}},"c":1}';
    for (let length = 0; length <= torn.length; length += 1) {
      const times = [1, 2].map((step) => `2026-01-15T10:00:0${step}Z`);
      for (const time of times) {
        storage().change({ documents: [], entry: { time, decision }, historyMax: 256 });
        appendFileSync(join(folder, "history.ndjson"), torn.slice(0, length));
        expect(
          storage()
            .history(null, 9)
            .map(({ time: each }) => each)[0],
        ).toBe(time);
      }
      const found = storage().history(null, 9);
      expect(found.map(({ time }) => time)).toEqual(times.reverse());
      storage().clear();
    }
    rmSync(join(directory, "globex"), { recursive: true });
  });

  it("keep the newest decisions that a file has room for", () => {
    const folder = join(directory, "globex", "bytes");
    const decision = new TextEncoder().encode(`{"a":"${"x".repeat(990)}"}`);
    const sizes = new Map();
    for (let step = 10; step < 60; step++) {
      // A restart in between counts the file again.
      if (step % 17 === 0) sizes.clear();
      const storage = new FileStorage(folder, sizes, 8_000);
      const entry = { time: `2026-01-15T10:00:${step}Z`, decision };
      storage.change({ documents: [], entry, historyMax: 256 });
      expect(statSync(join(folder, "history.ndjson")).size).toBeLessThanOrEqual(8_000);
      const times = storage.history(null, 3).map(({ time }) => time);
      const expected = [step, step - 1, step - 2].filter((each) => each >= 10);
      expect(times).toEqual(expected.map((each) => `2026-01-15T10:00:${each}Z`));
    }
    rmSync(join(directory, "globex"), { recursive: true });
  });

  it("are read once for all lists", async () => {
    const ask = await started();
    const list = async () => (await ask("/v1/nodes?condition=PIDPressure")).json();
    const first = await list();
    const away = join(directory, "..", `${basename(directory)}-away`);
    renameSync(join(directory, "acme"), away);
    expect(await list()).toEqual(first);
    expect(JSON.stringify(await (await ask("/v1/nodes")).json())).toContain(EXAMPLES[0]?.name);
    renameSync(away, join(directory, "acme"));
  });

  it("are listed by name, each tenant's own", async () => {
    const ask = await started();
    const names = async (tenant: "acme" | "globex") => {
      const page = await (await ask("/v1/nodes", { tenant })).json();
      return (page as { nodes: { node: string }[] }).nodes.map(({ node }) => node);
    };
    expect(await names("acme")).toEqual(EXAMPLES.map(({ name }) => name).sort());
    expect(await names("globex")).toEqual([]);
  });
});
