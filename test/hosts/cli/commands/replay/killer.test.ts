import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { VECTORS } from "../../../../oomd/module.ts";
import { commandLine } from "../../commandLine.ts";

const { Ok, Usage, Input } = ExitCode;
const directory = mkdtempSync(join(tmpdir(), "plimsoll-killer-"));
afterAll(() => rmSync(directory, { recursive: true }));
const at = (name: string) => join(directory, name);
const schema = new URL("../../../../../schemas/killer-1.schema.json", import.meta.url);
const isAnswer = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(schema, "utf8")),
);

function vector(id: string): string {
  return new URL(`../../../../oomd/vectors/${id}.json`, import.meta.url).pathname;
}

function run(words: string, stdin = "") {
  return commandLine(words.split(" "), { stdin, columns: 80 });
}

const flat = (text: string) => text.replaceAll(/\s+/g, " ");

describe("plimsoll replay of a scenario of systemd-oomd", () => {
  it("prints a line for each decision, with what scripts go by", async () => {
    const { stdout, exitCode } = await run(
      `replay ${vector("V01")} --killer-version 252 --output ndjson`,
    );
    expect(exitCode).toBe(Ok);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        killer: "systemd-oomd",
        at: 3.75,
        by: "pressure",
        target: "/user.slice",
        victim: "/user.slice/a.scope",
        considered: 2,
        order: ["/user.slice/a.scope", "/user.slice/b.scope"],
      },
    ]);
  });

  it("reads a scenario in UTF-16, as PowerShell writes it", async () => {
    const text = `\ufeff${readFileSync(vector("V01"), "utf8")}`;
    writeFileSync(at("utf16.json"), Buffer.from(text, "utf16le"));
    const words = "--killer-version 252 --output ndjson";
    const { stdout } = await run(`replay ${at("utf16.json")} ${words}`);
    expect(stdout).toBe((await run(`replay ${vector("V01")} ${words}`)).stdout);
    expect(stdout).not.toBe("");
  });

  it("prints nothing where nothing is decided, and null for what is not there", async () => {
    const words = "--killer-version 252 --output ndjson";
    expect((await run(`replay ${vector("V03")} ${words}`)).stdout).toBe("");
    const { stdout } = await run(`replay ${vector("V10")} ${words}`);
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({ target: null, victim: null });
  });

  it.each(VECTORS.map(({ id }) => id))("prints JSON as its schema has it: %s", async (id) => {
    const { stdout } = await run(`replay ${vector(id)} --output json --detail 2`);
    expect(isAnswer(JSON.parse(stdout)), JSON.stringify(isAnswer.errors)).toBe(true);
  });

  it("says on one screen who is killed, why, who is next and what spares it", async () => {
    const { stdout } = await run(vector("V14"));
    expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(24);
    for (const part of [
      "✖ systemd-oomd kills /user.slice/g.slice at 3.75s because of memory pressure.",
      "Memory pressure for /user.slice is 61.05% > 50.00% for > 2s with reclaim activity.",
      "Next would be /user.slice/b.scope.",
      "ManagedOOMMemoryPressureLimit=61.05% for /user.slice: nothing is killed",
      "ManagedOOMPreference=avoid for /user.slice/g.slice: /user.slice/b.scope is killed instead",
      "Assumed systemd 262; --killer-version names another",
    ]) {
      expect(flat(stdout)).toContain(part);
    }
  });

  it("offers no fix that does not help", async () => {
    const { stdout } = await run(`replay ${vector("V12")} --killer-version 252`);
    expect(stdout).toContain("SwapUsedLimit=91.00%");
    expect(stdout).not.toContain("ManagedOOMPreference");
  });

  it("says of a cgroup that is marked that it has no process", async () => {
    const { stdout } = await run(`replay ${vector("V13")} --killer-version 262`);
    expect(flat(stdout)).toContain("systemd-oomd marks /user.slice/a.scope");
    const before = await run(`replay ${vector("V13")} --killer-version 252`);
    expect(flat(before.stdout)).toContain("acts at 3.75s because of memory pressure, and kills no");
  });

  it("counts decisions that repeat each other", async () => {
    const { stdout } = await run(`replay ${vector("V09")} --all`);
    expect(stdout).toContain("0.25s to 1.25s, 5 times: swap: would kill /user.slice/b.scope");
  });

  it("reads standard input", async () => {
    const stdin = readFileSync(vector("V07"), "utf8");
    const { stdout } = await run("replay - --killer-version 254 --output ndjson", stdin);
    expect(JSON.parse(stdout)).toMatchObject({ victim: "/system.slice/db.service", considered: 1 });
  });

  it.each([
    ["--killer-version 246", Input, "of systemd from 247 to 262"],
    ["--killer-version sid", Usage, "Give a release as a number"],
    ["--what-if", Usage, "--what-if needs a capture"],
    ["--eviction-hard memory.available<1Gi", Usage, "--eviction-hard needs a capture"],
    ["--config k.yaml", Input, "k.yaml"],
  ])("refuses %s", async (option, code, sentence) => {
    const { stderr, exitCode } = await run(`replay ${vector("V01")} ${option}`);
    expect(exitCode).toBe(code);
    expect(stderr).toContain(sentence);
  });

  it("refuses the release of a killer for any other input", async () => {
    writeFileSync(at("k.yaml"), "kind: KubeletConfiguration\n");
    const capture = await run(`replay ${at("k.yaml")} --killer-version 252`);
    expect(capture.exitCode).toBe(Usage);
    expect(capture.stderr).toContain("--killer-version needs a scenario of a killer");
    const example = await run("replay --example memory-leak --killer-version 252");
    expect(example.exitCode).toBe(Usage);
  });

  it("names the step that is wrong", async () => {
    const scenario = { steps: [{ at: 0 }, { at: 1, cgroups: { a: {} } }] };
    writeFileSync(at("a.json"), JSON.stringify({ killer: "systemd-oomd", scenario }));
    const { stderr, exitCode } = await run(`replay ${at("a.json")}`);
    expect(exitCode).toBe(Input);
    expect(stderr).toContain("step 2: $.cgroups.a: a cgroup's path begins with /");
  });
});

describe("plimsoll replay of a scenario of earlyoom", () => {
  it("prints one line, with null where no signal is sent", async () => {
    const lines = async (id: string, version: string) => {
      const words = `replay ${vector(id)} --killer-version ${version} --output ndjson`;
      return (await run(words)).stdout;
    };
    const line = (signal: string | null, pid: number | null) =>
      `${JSON.stringify({ killer: "earlyoom", at: 0, signal, pid })}\n`;
    expect(await lines("V22", "1.7")).toBe(line("SIGKILL", 100));
    expect(await lines("V22", "1.8.2")).toBe(line("SIGTERM", 100));
    expect(await lines("V24", "1.9.0")).toBe(line(null, null));
  });

  it("says who gets a signal, why, who is next and what spares it", async () => {
    const { stdout } = await run(vector("V22"));
    expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(24);
    for (const part of [
      "✖ earlyoom sends SIGTERM to a (pid 100).",
      "low memory! at or below SIGTERM limits: mem 10.00%, swap 10.00%;",
      "available: mem 5.4%, swap 4%.",
      "Next would be b (101).",
      "earlyoom -m 5: no signal is sent",
      "earlyoom --avoid '^a$': b (101) instead",
    ]) {
      expect(flat(stdout)).toContain(part);
    }
  });
});

describe("plimsoll replay of samples", () => {
  const samples = at("samples.ndjson.gz");
  const { scenario } = JSON.parse(readFileSync(vector("V09"), "utf8"));
  const { steps, ...settings } = scenario;
  const lines = [{ plimsoll: "samples/1", ...settings }, ...steps].map((line) =>
    JSON.stringify(line),
  );
  writeFileSync(samples, gzipSync(`${lines.join("\n")}\n`));

  it("decides as for a scenario, and names what it replays", async () => {
    const { stdout, exitCode } = await run(samples);
    expect(exitCode).toBe(Ok);
    expect(flat(stdout)).toContain("samples.ndjson.gz · samples, replayed for systemd-oomd");
    expect(stdout).toContain("✖ systemd-oomd");
  });

  it("takes the settings of a killer from its own configuration", async () => {
    writeFileSync(at("oomd.conf"), "[OOM]\nSwapUsedLimit=99%\nFoo=1\n");
    const { stdout, stderr } = await run(`replay ${samples} --config ${at("oomd.conf")}`);
    expect(stdout).toContain("systemd-oomd kills nothing");
    expect(stderr).toContain("oomd.conf:3: Unknown key 'Foo' in section [OOM], ignoring.");
  });

  it.each([
    ["earlyoom", 'EARLYOOM_ARGS="-m 100"\n', "value 100.000000 exceeds limit 99"],
    ["user.slice", "[Slice]\nManagedOOMSwap=kill\n", "it configures no killer; give oomd.conf"],
    ["kubelet.yaml", "kind: KubeletConfiguration\n", "it configures no killer; give oomd.conf"],
  ])("refuses %s as a configuration", async (name, text, sentence) => {
    writeFileSync(at(name), text);
    const { stderr, exitCode } = await run(`replay ${samples} --config ${at(name)}`);
    expect(exitCode).toBe(Input);
    expect(flat(stderr)).toContain(sentence);
  });
});
