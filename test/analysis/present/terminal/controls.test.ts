import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  printed,
  wantsAscii,
  withoutControls,
} from "../../../../analysis/present/terminal/controls.ts";
import { Canvas } from "../../../../hosts/cli/screen/canvas.ts";
import { commandLine } from "../../../hosts/cli/commandLine.ts";

const ESC = "\u001b";
/** Writes the clipboard, sets the title, clears the screen, hides, rings, turns round. */
const HOSTILE = [
  `${ESC}]52;c;cm0gLXJm\u0007${ESC}]0;title${ESC}\\`,
  `${ESC}[2J${ESC}[8m\u009b2J\u0007\r\u0008\u202e`,
].join("");
/** What a terminal would obey, once the palette's own colors are taken out. */
const OBEYED = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;
const PAINT = new RegExp(`${ESC}\\[(?:1|2|22|3[1236]|39)m`, "g");

const TIME = "2026-11-20T10:00:00Z";
const memory = { time: TIME, availableBytes: 2 ** 26, workingSetBytes: 2 ** 33 };

function lines(): string[] {
  const name = `x${HOSTILE}y`;
  const metadata = { name, namespace: name, uid: "u1" };
  const pod = { metadata, spec: { containers: [{ name }] }, status: { phase: "Running" } };
  const stats = { podRef: { uid: "u1" }, memory, containers: [{ name, memory }] };
  const header = {
    plimsoll: "capture/1",
    node: name,
    kubelet: `v1.35.2${HOSTILE}`,
    config: {
      evictionHard: { "memory.available": "100Mi" },
      [`eviction${HOSTILE}`]: name,
      enforceNodeAllocatable: ["pods"],
    },
  };
  const summary = { node: { nodeName: name, memory }, pods: [stats] };
  return [
    JSON.stringify(header),
    JSON.stringify({ time: TIME, pods: { items: [pod] }, summary }),
    JSON.stringify({ time: "2026-11-20T10:00:10Z", summary: null, summaryError: name }),
    JSON.stringify({ time: "2026-11-20T10:00:20Z", pods: { items: name }, summary }),
    JSON.stringify({
      time: "2026-11-20T10:00:30Z",
      summary: { node: { nodeName: `z${HOSTILE}` } },
    }),
    `{"time":"${HOSTILE}"}`,
  ];
}

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-"));
  const whole = lines();
  writeFileSync(join(directory, `one${ESC}[2J.ndjson`), `${whole.slice(0, 4).join("\n")}\n`);
  writeFileSync(join(directory, "two.ndjson"), `${whole.join("\n")}\n`);
  const config = `kind: KubeletConfiguration\nevictionHard: {"memory.available": "${ESC}"}\n`;
  writeFileSync(join(directory, "bad.yaml"), config);
  const other = { kind: "KubeletConfiguration", evictionHard: { [`a${HOSTILE}`]: HOSTILE } };
  writeFileSync(join(directory, "bad.json"), JSON.stringify(other));
  writeFileSync(
    join(directory, "status.json"),
    JSON.stringify({ kind: "Status", message: HOSTILE }),
  );
});
afterAll(() => rmSync(directory, { recursive: true }));

describe("nothing of a document or a capture plays on the terminal in", () => {
  it.each([
    `replay @one${ESC}[2J.ndjson`,
    "replay @two.ndjson",
    `explain @one${ESC}[2J.ndjson`,
    "explain @two.ndjson",
    `diff @one${ESC}[2J.ndjson --eviction-hard memory.available<99%`,
    `capture verify @one${ESC}[2J.ndjson`,
    "capture verify @two.ndjson",
    "check @bad.yaml",
    "check @bad.json",
    "replay --config @bad.json --example memory-leak",
    "replay --summary @status.json",
    `replay @absent${ESC}]0;x.ndjson`,
    `explain --example memory-leak --pod ${ESC}[2J`,
    `bogus${ESC}[2J`,
    `replay --output ${ESC}[2J`,
  ])("%j", async (words) => {
    for (const environment of [{}, { FORCE_COLOR: "1" }]) {
      const { stdout, stderr } = await commandLine(
        words.split(" ").map((word) => word.replace("@", `${directory}/`)),
        { environment },
      );
      expect(stdout + stderr).not.toBe("");
      expect((stdout + stderr).replace(PAINT, "")).not.toMatch(OBEYED);
    }
  });

  it("the screen of run", async () => {
    let written = "";
    const canvas = new Canvas({
      isTerminal: true,
      columns: 80,
      rows: 24,
      onResize: () => () => {},
      async write(chunk) {
        written += chunk;
      },
    });
    await canvas.draw([`node ${HOSTILE}`, "plain"]);
    await canvas.leave();
    expect(written).not.toContain(`${ESC}]52;`);
    expect(written).not.toContain(`${ESC}[2J`);
    expect(written).toContain("plain");
  });
});

describe("a text for the terminal", () => {
  it("keeps its lines, and colors only where it is painted", () => {
    expect(withoutControls(`a\n${ESC}[31mb`)).toBe("a\n\ufffd[31mb");
    expect(printed([`${ESC}[31mred${ESC}[39m`, `${ESC}[8mhidden`])).toBe(
      `${ESC}[31mred${ESC}[39m\n\ufffd[8mhidden\n`,
    );
  });

  it("is drawn in ASCII, column for column, where the locale has nothing else", () => {
    expect(printed(["██▋░┃ ✖ evicts …"], true)).toBe("###.| x evicts ~\n");
  });

  it.each([
    [{}, false],
    [{ LANG: "en_US.UTF-8" }, false],
    [{ LANG: "C.utf8" }, false],
    [{ LANG: "de_DE" }, false],
    [{ LANG: "C" }, true],
    [{ LC_ALL: "POSIX", LANG: "en_US.UTF-8" }, true],
    [{ LC_CTYPE: "de_DE.ISO-8859-1" }, true],
    [{ LC_ALL: "", LANG: "en_US.UTF-8" }, false],
  ])("is in ASCII under %j: %s", (environment, isAscii) => {
    expect(wantsAscii(environment)).toBe(isAscii);
  });
});
