import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { commandLine } from "../commandLine.ts";

const directory = mkdtempSync(join(tmpdir(), "plimsoll-numbers-"));
afterAll(() => rmSync(directory, { recursive: true }));

const POD = "kind: Pod\nmetadata: {name: a}\nspec:\n  priority: 1\n";
const CONFIGURATION = "kind: KubeSchedulerConfiguration\nparallelism: 1\n";

describe("numbers in YAML that JSON does not have", () => {
  it.each<[string, readonly string[], string, string]>([
    ["an object", ["--objects"], POD.replace("1", ".nan"), "4:13"],
    ["the second object", ["--objects"], `${POD}---\n${POD.replace("1", "-.inf")}`, "9:13"],
    ["a manifest", ["--example", "shop", "--pod-file"], POD.replace("1", ".inf"), "4:13"],
    [
      "a configuration",
      ["--example", "shop", "--scheduler-config"],
      CONFIGURATION.replace("1", ".nan"),
      "2:14",
    ],
    [
      "a configuration in a ConfigMap",
      ["--example", "shop", "--scheduler-config"],
      `kind: ConfigMap\ndata: {config.yaml: ${JSON.stringify(CONFIGURATION.replace("1", ".NaN"))}}`,
      "2:14",
    ],
  ])("are refused with their line in %s", async (title, words, text, place) => {
    const path = join(directory, `${title.replaceAll(" ", "-")}.yaml`);
    writeFileSync(path, text);
    const { exitCode, stdout, stderr } = await commandLine(["schedule", ...words, path]);
    expect(stderr).toContain(`yaml:${place}: JSON has no such number; write a finite one.`);
    expect({ exitCode, stdout }).toEqual({ exitCode: ExitCode.Input, stdout: "" });
  });
});
