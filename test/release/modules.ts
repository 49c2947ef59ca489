/**
 * The Go modules with which test/oracle is built against any release, also one that is not followed
 * yet: those of test/oracle/go.mod, with every module of Kubernetes in that version.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OracleMissing, SOURCES } from "../fidelity/oracleProcess.ts";

/** A version of Kubernetes, such as `v1.38.0` or `v1.38.0-beta.0`. */
const VERSION = /^v1\.(?<minor>\d+)\.(?<patch>\d+\S*)$/;
const STAGED = /^\s*(k8s\.io\/[\w-]+) => \.\/staging\//gm;

export interface Version {
  readonly text: string;
  readonly minor: number;
  /** That of the modules that Kubernetes publishes with it: `v0.38.0`. */
  readonly staging: string;
}

export function versionOf(text: string): Version {
  const found = VERSION.exec(text)?.groups;
  if (found === undefined) throw new Error(`"${text}" is not a version such as v1.38.0.`);
  const { minor = "", patch = "" } = found;
  return { text, minor: Number(minor), staging: `v0.${minor}.${patch}` };
}

/** Writes the modules into a folder; the path of their file. Throws OracleMissing. */
export function writeModules(version: Version, folder: string): string {
  const pinned = readFileSync(join(SOURCES, "go.mod"), "utf8");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "oracle.mod");
  writeFileSync(path, modulesOf(pinned, stagedModules(version), version));
  // Go adds the sums that are missing.
  copyFileSync(join(SOURCES, "go.sum"), join(folder, "oracle.sum"));
  return path;
}

/** A go.mod with other versions, in which Kubernetes' own modules are replaced one by one. */
export function modulesOf(pinned: string, staged: readonly string[], version: Version): string {
  const [required = ""] = pinned.split("\nreplace (");
  const others = required
    .replace(/^(\s*k8s\.io\/kubernetes) v1\S+/m, `$1 ${version.text}`)
    .replace(/^(\s*)(k8s\.io\/[\w-]+) v0\S+/gm, (line, indent, name) =>
      staged.includes(name) ? `${indent}${name} ${version.staging}` : line,
    );
  const replaced = staged.map((name) => `\t${name} => ${name} ${version.staging}\n`).join("");
  return `${others.trimEnd()}\n\nreplace (\n${replaced})\n`;
}

/** The modules that are in Kubernetes' own repository, from its go.mod. */
function stagedModules({ text }: Version): readonly string[] {
  const asked = ["mod", "download", "-json", `k8s.io/kubernetes@${text}`];
  const { stdout, error } = spawnSync("go", asked, { cwd: SOURCES, encoding: "utf8" });
  if (error !== undefined) throw new OracleMissing("Install Go 1.25 or newer (https://go.dev/dl).");
  const { GoMod, Error: problem } = JSON.parse(stdout) as { GoMod?: string; Error?: string };
  if (GoMod === undefined) {
    throw new OracleMissing(`The module proxy does not serve ${text}: ${problem ?? "no answer"}.`);
  }
  return [...readFileSync(GoMod, "utf8").matchAll(STAGED)].map(([, name = ""]) => name);
}
