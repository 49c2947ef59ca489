/** The chart as `helm install` sends it, rendered by Helm itself. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { builtPrograms } from "./binaries.ts";
import type { Manifest } from "./kustomize.ts";

const MODULE = fileURLToPath(new URL("helm", import.meta.url));
const CACHE = fileURLToPath(new URL("../../build/helm", import.meta.url));
const CHART = fileURLToPath(new URL("../../hosts/daemon/deploy/helm", import.meta.url));

/** What a cluster would say; Helm that is built without a release of its own assumes an old one. */
const KUBE_VERSION = "1.35.0";

/** Helm, built from the version that helm/go.mod pins; null without Go, which is said. */
export function helmProgram(): string | null {
  const directory = builtPrograms(MODULE, CACHE, { helm: "helm.sh/helm/v3/cmd/helm" });
  return directory === null ? null : join(directory, "helm");
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `helm VERB … CHART …`, which asks no server. */
export function helm(program: string, verb: string, ...words: readonly string[]): Ended {
  const named = verb === "template" ? ["plimsoll", CHART, "--namespace", "plimsoll"] : [CHART];
  const all = [verb, ...named, "--kube-version", KUBE_VERSION, ...words];
  return spawnSync(program, all, { encoding: "utf8" });
}

/** The objects of the chart under these values. */
export function charted(program: string, ...values: readonly string[]): readonly Manifest[] {
  const words = values.flatMap((value) => ["--set", value]);
  const { status, stdout, stderr } = helm(program, "template", ...words);
  if (status !== 0) throw new Error(stderr);
  // Helm reads YAML 1.1, in which 0440 is octal.
  return parseAllDocuments(stdout, { version: "1.1" })
    .map((document) => document.toJS() as Manifest | null)
    .filter((object) => object !== null);
}
