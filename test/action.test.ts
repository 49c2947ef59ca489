/** @module-tag long */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** How GitHub Actions starts a step whose shell is bash. */
const BASH = ["--noprofile", "--norc", "-eo", "pipefail", "-c"];

const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
const [step] = action.runs.steps;
const checkout = mkdtempSync(join(tmpdir(), "plimsoll-action-"));
afterAll(() => rmSync(checkout, { recursive: true }));

/** Runs the action's step in another checkout; inputs that are not given have their defaults. */
function runAction(given: Readonly<Record<string, string>>) {
  const environment = Object.entries(step.env as Record<string, string>).map(([name, value]) => {
    const [, input] = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(value) ?? [];
    if (input === undefined) return [name, ROOT];
    return [name, given[input] ?? action.inputs[input].default];
  });
  const env = { ...process.env, ...Object.fromEntries(environment) };
  const { status, stdout, stderr } = spawnSync("bash", [...BASH, step.run], {
    cwd: checkout,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function write(name: string, text: string): void {
  writeFileSync(join(checkout, name), `kind: KubeletConfiguration\n${text}`);
}

describe("the GitHub action, from a checkout", () => {
  write("good.yaml", "apiVersion: kubelet.config.k8s.io/v1beta1\n");
  write("a kubelet.yaml", "apiVersion: kubelet.config.k8s.io/v1beta1\nevictionHard: {x: 1Gi}\n");

  it("annotates the lines of what the kubelet refuses, and fails", () => {
    const { status, stdout } = runAction({ paths: "good.yaml\na kubelet.yaml\n" });
    expect(stdout).toMatch(/^::error file=a kubelet\.yaml,line=3,title=/m);
    expect(status).toBe(1);
  });

  it("passes on what the kubelet takes", () => {
    expect(runAction({ paths: "good.yaml", "kubelet-version": "1.35" }).status).toBe(0);
  });

  it("takes no path for an option", () => {
    const { status, stderr } = runAction({ paths: "--help" });
    expect(stderr).toContain("--help: there is no such file");
    expect(status).toBe(3);
  });

  it("says what is wrong with an input", () => {
    const { status, stderr } = runAction({ paths: "good.yaml", "fail-on": "never" });
    expect(stderr).toContain("Allowed choices are error, warning");
    expect(status).toBe(2);
  });
});

describe("the hook of pre-commit", () => {
  const [hook] = parse(readFileSync(join(ROOT, ".pre-commit-hooks.yaml"), "utf8"));

  it("checks the files that it is given, from the hook's checkout", () => {
    // pre-commit starts a script of a checkout in the directory of the repository it checks.
    expect(hook.language).toBe("script");
    const words = ["good.yaml", "a kubelet.yaml"];
    const { status, stdout } = spawnSync(join(ROOT, hook.entry), words, {
      cwd: checkout,
      encoding: "utf8",
    });
    expect(stdout).toContain("a kubelet.yaml");
    expect(status).toBe(1);
  });

  it.each([
    ["kubelet.yaml", true],
    ["nodes/kubelet-config.json", true],
    ["nodes/kubelet.conf", true],
    ["kubelet.md", false],
    ["deployment.yaml", false],
  ])("looks at %s: %s", (path, looks) => {
    expect(new RegExp(hook.files).test(path)).toBe(looks);
  });
});
