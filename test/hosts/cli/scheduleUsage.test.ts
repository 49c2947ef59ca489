import { describe, expect, it } from "vitest";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { commandLine } from "./commandLine.ts";

const { Usage, Input } = ExitCode;

describe("the command line of plimsoll schedule", () => {
  it.each<[readonly string[], string]>([
    [["--pod", "cart-1"], "Write it as NAMESPACE/NAME."],
    [["--pod", "shop/cart/1"], "Write it as NAMESPACE/NAME."],
    [["--example", "shop", "--detail", "3", "--output", "json"], "--detail"],
    [["--example", "shop", "--output", "yaml"], "--output"],
    [
      ["--example", "nowhere"],
      "--example nowhere: there is no such cluster; choose one of budgets, shop.",
    ],
    [["--example", "shop", "--what-if", "drain worker-1"], "changes begin with cordon, uncordon"],
    [["--example", "shop", "--what-if", "cordon"], "it names no object; write cordon NODE."],
    [["shop/cart-1"], "too many arguments"],
  ])("is refused: %j", async (words, sentence) => {
    const { exitCode, stdout, stderr } = await commandLine(["schedule", ...words]);
    expect(stderr).toContain(sentence);
    expect({ exitCode, stdout }).toEqual({ exitCode: Usage, stdout: "" });
  });

  it.each<[readonly string[], string]>([
    [["--objects", "absent.json"], "absent.json: there is no such file; check the path."],
    [["--example", "shop", "--pod-file", "absent.yaml"], "absent.yaml: there is no such file"],
  ])("is refused for its input: %j", async (words, sentence) => {
    const { exitCode, stderr } = await commandLine(["schedule", ...words]);
    expect(stderr).toContain(sentence);
    expect(exitCode).toBe(Input);
  });
});
