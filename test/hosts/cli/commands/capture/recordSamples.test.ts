/** `plimsoll capture record --form samples`, and what replays what it wrote. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { layOut } from "../../../daemon/cgroup/tree.ts";
import { commandLine } from "../../commandLine.ts";

const root = () =>
  layOut({
    "cgroup/cgroup.controllers": "cpu memory",
    "cgroup/a.slice/memory.current": "4096",
    "proc/meminfo": "MemTotal: 8000 kB\nMemAvailable: 300 kB\nAnonPages: 7700 kB",
    "proc/7/stat": "7 (web) S 1 7 7 0",
    "proc/7/statm": "5000 900 100",
    "proc/7/oom_score": "680",
    "out/": "",
  });

it("records a machine, and replays what it wrote", async () => {
  const machine = root();
  const out = join(machine, "out/samples.ndjson.gz");
  const places = `--cgroup-root ${machine}/cgroup --proc-root ${machine}/proc`;
  const words = `capture record --source cgroup --form samples --steps 2 ${places} --out ${out}`;
  const { stderr, exitCode } = await commandLine(words.split(" "));
  expect(exitCode).toBe(ExitCode.Ok);
  expect(stderr).toContain("samples.ndjson.gz: 2 records");
  const [header, first, second] = gunzipSync(readFileSync(out))
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(header).toMatchObject({ plimsoll: "samples/1", time: expect.any(String) });
  expect(first.cgroups).toMatchObject({ "/a.slice": { current: 4096 } });
  expect(Object.keys(second)).toEqual(["at"]);
  expect(second.at).toBeGreaterThan(0);
  const lines = await commandLine(["replay", out, "--output", "ndjson"]);
  expect(lines.stdout).toBe("");
});

it("is this machine's alone", async () => {
  const words = "capture record --source capture --example memory-leak --form samples --out -";
  const { stderr, exitCode } = await commandLine(words.split(" "));
  expect(exitCode).toBe(ExitCode.Usage);
  expect(stderr).toContain("--form samples needs --source cgroup");
});
