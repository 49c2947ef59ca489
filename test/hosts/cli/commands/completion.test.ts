/** @module-tag long */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";

/** Prints what a shell offers for the last of the words; the script of it is in $SCRIPT. */
const OFFERS = {
  bash: `source "$SCRIPT"
    compopt() { :; }
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _plimsoll
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Completion needs a terminal; these stand for what zsh would show.
  zsh: `compdef() { :; }
    compadd() { shift; print -l -- "$@"; }
    _files() { [[ $1 == -/ ]] && print -l -- *(N/) || print -l -- *(N); }
    _describe() { print -l -- "\${(@)\${(P)2}%%:*}"; }
    source "$SCRIPT"
    words=("$@") CURRENT=$# PREFIX=$argv[-1]
    _plimsoll`,
  fish: `source $SCRIPT
    complete -C (string join ' ' -- $argv) | string split -f1 \\t`,
} as const;
type Shell = keyof typeof OFFERS;

function isInstalled(shell: Shell): boolean {
  return spawnSync(shell, ["--version"]).status === 0;
}

const missing = (Object.keys(OFFERS) as Shell[]).filter((shell) => !isInstalled(shell));
if (missing.length > 0)
  console.warn(`skipped: completion in a shell; install ${missing.join(", ")}`);

let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plimsoll-"));
  writeFileSync(join(folder, "night.ndjson"), "");
  mkdirSync(join(folder, "conf.d"));
  for (const shell of Object.keys(OFFERS)) {
    const { stdout } = await commandLine(["completion", shell]);
    writeFileSync(join(folder, `.${shell}`), stdout);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function offered(shell: Shell, typed: string): readonly string[] {
  const words = typed.split(" ");
  const behind = shell === "fish" ? ["-c", OFFERS.fish] : ["-c", OFFERS[shell], shell];
  const quiet = { bash: ["--norc"], zsh: ["-f"], fish: ["--no-config"] }[shell];
  const { stdout, stderr } = spawnSync(shell, [...quiet, ...behind, ...words], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, SCRIPT: join(folder, `.${shell}`) },
  });
  expect(stderr).toBe("");
  return stdout.trimEnd().split("\n");
}

/** What is typed, what is offered for its last word, and what is not. */
const TYPED: readonly (readonly [
  typed: string,
  has: readonly string[],
  lacks: readonly string[],
])[] = [
  ["plimsoll ", ["replay", "capture", "completion", "night.ndjson"], ["--version", "pack"]],
  ["plimsoll --", ["--version", "--help"], ["--config"]],
  ["plimsoll capture ", ["pack", "anonymize"], ["replay"]],
  ["plimsoll capture pack --", ["--summary", "--out"], ["--eviction-hard"]],
  ["plimsoll replay --", ["--what-if", "--eviction-hard"], ["--vary"]],
  ["plimsoll replay --output ", ["text", "ndjson"], ["night.ndjson", "csv"]],
  ["plimsoll replay -o ", ["markdown"], ["night.ndjson"]],
  ["plimsoll replay --config ", ["night.ndjson"], ["text"]],
  ["plimsoll replay --config-dir ", ["conf.d"], ["night.ndjson"]],
  ["plimsoll replay --example ", ["memory-leak"], ["shop"]],
  ["plimsoll schedule --example ", ["shop"], ["memory-leak"]],
  ["plimsoll simulate explain --", ["--node"], ["--no-search"]],
  ["plimsoll completion ", ["bash", "zsh", "fish"], ["night.ndjson"]],
];

describe.each(Object.keys(OFFERS) as Shell[])("%s", (shell) => {
  it.skipIf(missing.includes(shell)).each(TYPED)("completes '%s'", (typed, has, lacks) => {
    const found = offered(shell, typed).map((word) => word.replace(/\/$/, ""));
    expect(found).toEqual(expect.arrayContaining([...has]));
    for (const word of lacks) expect(found).not.toContain(word);
  });
});

it("refuses a shell that it has no script for", async () => {
  const { stderr, exitCode } = await commandLine(["completion", "tcsh"]);
  expect(stderr).toBe("plimsoll: tcsh: there is no completion for it; choose bash, zsh, fish.\n");
  expect(exitCode).toBe(ExitCode.Usage);
});
