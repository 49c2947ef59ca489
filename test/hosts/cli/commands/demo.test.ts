import { expect, it, onTestFinished, vi } from "vitest";
import { serveDemo } from "../../../../hosts/cli/commands/demo/page.ts";
import { hasCgroups } from "../../../../hosts/daemon/sources/auto.ts";
import type { Io, Output } from "../../../../hosts/system/io.ts";
import { commandLine } from "../commandLine.ts";

/** A terminal, with the line of the cursor, and the addresses of the page. */
const SCREEN = { lines: 24, page: 3, columns: 80 };

it("explains an incident, says what to type next, and ends without a terminal", async () => {
  const { exitCode, stdout, stderr } = await commandLine(["demo"]);
  expect(exitCode).toBe(0);
  expect(stderr).toBe("");
  const places = [
    "✖ shop/cart-p89ncn6dqk-8t8pl is evicted at 10:12:20",
    "over request",
    "Fixes",
    "Next  plimsoll FILE…",
  ].map((text) => stdout.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(stdout).not.toMatch(/http:|npm run|plimsoll demo/);
});

it("still shows the verdict when the addresses of the page are below the story", async () => {
  const { stdout } = await commandLine(["demo"], { columns: SCREEN.columns });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.filter((line) => line.length > SCREEN.columns)).toEqual([]);
  const verdict = lines.findIndex((line) => line.startsWith("✖ shop/cart"));
  expect(lines.length - verdict + SCREEN.page, stdout).toBeLessThan(SCREEN.lines);
});

it("ends after the story in CI, terminal or not, and where it is asked for alone", async () => {
  const inCi = await commandLine(["demo"], { isTerminal: true, environment: { CI: "true" } });
  const story = await commandLine(["demo", "--only", "story"], { isTerminal: true });
  for (const { stdout } of [inCi, story]) {
    expect(stdout).toContain("shop/cart-p89ncn6dqk-8t8pl");
    expect(stdout).not.toContain("http:");
  }
});

it("says how to type the commands in a clone", async () => {
  const { stdout } = await commandLine(["demo"], { environment: { npm_lifecycle_event: "start" } });
  expect(stdout).toContain("Next  npm run -s plimsoll -- FILE…");
});

/** A terminal that can be closed. */
function terminal() {
  const written = { stdout: "", stderr: "" };
  let close = () => {};
  const output = (name: keyof typeof written): Output => ({
    isTerminal: true,
    columns: 80,
    rows: 24,
    onResize: () => () => {},
    async write(chunk) {
      written[name] += String(chunk);
    },
    onError(listener) {
      if (name === "stdout") close = () => listener(Object.assign(new Error(), { code: "EPIPE" }));
    },
  });
  const io: Io = {
    stdout: output("stdout"),
    stderr: output("stderr"),
    environment: { TERM: "dumb" },
    readStdin: async () => new Uint8Array(),
  };
  return { io, written, close: () => close() };
}

async function served(machine: Parameters<typeof serveDemo>[1] = {}) {
  const { io, written, close } = terminal();
  const ended = serveDemo(io, machine);
  onTestFinished(async () => {
    close();
    await ended;
  });
  await vi.waitFor(() => expect(written.stdout).toContain("Press Ctrl-C to stop."), 10_000);
  const [address = "", ...others] = written.stdout.match(/http:\S+/g) ?? [];
  return { address, others, written, close, ended };
}

it.skipIf(!hasCgroups("/sys/fs/cgroup"))(
  "serves the incident and this machine on loopback until it is ended",
  async () => {
    const { address, others, close, ended } = await served();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(others).toEqual([`${address}?open=live`]);
    const [first] = await (await fetch(`${address}examples/index.json`)).json();
    expect(first.name).toBe("memory-leak");
    expect((await fetch(`${address}examples/${first.file}`)).status).toBe(200);
    await vi.waitFor(async () => {
      expect((await fetch(`${address}v1/decision`)).status).toBe(200);
    }, 10_000);
    close();
    await ended;
    await expect(fetch(address)).rejects.toThrow();
  },
);

it("serves the incident alone where there are no cgroups, and says so in one note", async () => {
  const { address, others, written } = await served({ cgroupRoot: "/none" });
  expect(written.stderr.replace(/\n {2}/g, " ")).toBe(
    "note: This machine has no cgroups (Linux has them), so it cannot be watched here.\n",
  );
  expect(others).toEqual([]);
  expect((await fetch(`${address}examples/index.json`)).status).toBe(200);
  expect((await fetch(`${address}v1/stream`)).status).toBe(404);
});
