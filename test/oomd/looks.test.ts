/** What a capture cannot tell: when a killer looks, and what was between two samples. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commandLine } from "../hosts/cli/commandLine.ts";

const directory = mkdtempSync(join(tmpdir(), "plimsoll-looks-"));
afterAll(() => rmSync(directory, { recursive: true }));

const MANAGED = [
  { mode: "kill", path: "/s", property: "ManagedOOMMemoryPressure", limit: "50%", duration: 2e6 },
];
const CALM = [0, 0, 0, 0];
const STALLED = [60, 20, 5, 900_000];

/** Samples every 250 ms; `of` has what changes at each. */
function captureOf(header: object, count: number, of: (at: number) => object): string {
  const steps = Array.from({ length: count }, (_, index) => index / 4);
  const lines = [{ plimsoll: "samples/1", ...header }, ...steps.map((at) => ({ at, ...of(at) }))];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

async function answer(text: string, config?: string): Promise<string> {
  const [samples, settings] = [join(directory, "night.ndjson"), join(directory, "earlyoom")];
  writeFileSync(samples, text);
  writeFileSync(settings, config ?? "");
  const words = config === undefined ? [] : ["--config", settings];
  const { stdout } = await commandLine(["replay", samples, ...words], { columns: 80 });
  return stdout.replaceAll(/\s+/g, " ");
}

/** The slice stalls from 2 s on, and its pages are scanned unless `pgscan` stays 0. */
function stalled(at: number, pgscan: number, gone = Infinity) {
  return {
    cgroups: {
      "/s": { full: at < 2 ? CALM : STALLED, current: 9_000_000, pgscan },
      "/s/a": at >= gone ? null : { current: 8_000_000, pgscan, processes: 1 },
      "/s/b": { current: 1_000_000, pgscan: 0, processes: 1 },
    },
  };
}

describe("samples of pressure above its limit", () => {
  it("kill the same at a span of moments, by when systemd-oomd looks", async () => {
    const text = captureOf({ managed: MANAGED }, 40, (at) => stalled(at, at * 1000));
    // Looks are 1.25 s apart. The first at 2 s or later is at 2 to 3.25 s; the second after it is
    // 2.5 s later, which is more than 2 s.
    expect(await answer(text)).toContain(
      "systemd-oomd would kill /s/a at 4.5s to 5.5s because of memory pressure.",
    );
  });

  it("name each that may be killed, and which of them was gone in between", async () => {
    const text = captureOf({ managed: MANAGED }, 40, (at) => stalled(at, at * 1000, 5));
    const said = await answer(text);
    expect(said).toContain("systemd-oomd would kill /s/a or /s/b at 4.5s to 5.5s");
    expect(said).toContain(
      "of 5 first looks that were tried, 2 would kill /s/a (at 4.5s to 4.75s)",
    );
    expect(said).toContain("3 would kill /s/b (at 5s to 5.5s)");
    expect(said).toContain("/s/a is in no sample after 4.75s: something ended it then.");
  });

  it("kill nothing while no page is scanned, and say so", async () => {
    const text = captureOf({ managed: MANAGED }, 40, (at) => stalled(at, 0));
    const said = await answer(text);
    expect(said).toContain("systemd-oomd kills nothing in 9.75s.");
    expect(said).toContain("the pressure of /s was 60%, above its limit of 50%");
    expect(said).toContain("no page was scanned in it in the last 30s");
  });

  it("kill without a scan in the first 30 s of a machine", async () => {
    const text = captureOf({ managed: MANAGED, uptime: 5.5 }, 40, (at) => stalled(at, 0));
    expect(await answer(text)).toContain("systemd-oomd would kill /s/a at 4.5s to 5.5s");
  });
});

describe("samples between which earlyoom may have acted", () => {
  const PROCESS = { pid: 7, name: "web", rssPages: 900, oomScore: 900, uid: 1000 };
  const EARLYOOM = 'EARLYOOM_ARGS="-r 0"\n';
  const meminfoOf = (available: number) => {
    return { MemTotal: 1000, MemAvailable: available, AnonPages: 1000 - available, SwapTotal: 0 };
  };
  /** In percent, at samples 250 ms apart; nothing else has memory. */
  const falling = (percents: readonly number[]) =>
    captureOf({}, percents.length, (at) => ({
      meminfo: meminfoOf((percents[at * 4] ?? 0) * 10),
      processes: [PROCESS],
    }));

  it("name the span in which a fall that went on would have reached its limit", async () => {
    const said = await answer(falling([40, 27, 14, 90]), EARLYOOM);
    expect(said).toContain("earlyoom might send SIGKILL to web (pid 7) between 0.5s and 0.75s.");
    expect(said).toContain("No sample is at or below its limits");
  });

  it.each([
    ["a fall that would not have reached it", [40, 35, 30, 90]],
    ["memory that stays", [14, 14, 14, 90]],
  ])("say nothing of %s", async (_, percents) => {
    expect(await answer(falling(percents), EARLYOOM)).toContain("earlyoom sends no signal.");
  });
});
