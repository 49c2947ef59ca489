/** etcd and kube-apiserver, built from the versions that controlplane/go.mod pins. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MODULE = fileURLToPath(new URL("controlplane", import.meta.url));
const CACHE = fileURLToPath(new URL("../../build/controlplane", import.meta.url));

/** Package and file name; the file is where the tests look for it. */
const PROGRAMS = {
  etcd: "go.etcd.io/etcd/server/v3",
  "kube-apiserver": "k8s.io/kubernetes/cmd/kube-apiserver",
};

export interface Binaries {
  readonly etcd: string;
  readonly kubeApiserver: string;
}

/** The programs, built when they are not there; null when they cannot be, which is said. */
export function controlPlaneBinaries(): Binaries | null {
  const directory = builtPrograms(MODULE, CACHE, PROGRAMS);
  if (directory === null) return null;
  return { etcd: join(directory, "etcd"), kubeApiserver: join(directory, "kube-apiserver") };
}

/**
 * The directory below `cache` with these programs of a Go module; null without Go. `modules` names
 * the files with its versions, without their ends.
 */
export function builtPrograms(
  module: string,
  cache: string,
  programs: Readonly<Record<string, string>>,
  modules = "go",
): string | null {
  const directory = join(cache, hashOfSources(module, modules));
  const missing = Object.entries(programs).filter(([name]) => !existsSync(join(directory, name)));
  if (missing.length > 0) {
    if (spawnSync("go", ["version"]).error !== undefined) {
      const names = missing.map(([name]) => name).join(" and ");
      console.error(`Skipped: ${names} cannot be built here; install Go 1.25 or newer.`);
      return null;
    }
    mkdirSync(directory, { recursive: true });
    for (const [name, path] of missing) {
      build({ module, modules }, path, join(directory, name));
    }
  }
  return directory;
}

/** Of the module's own files; a module without sources is what its versions are. */
function hashOfSources(module: string, modules: string): string {
  const hash = createHash("sha256");
  const sources = readdirSync(module).filter((name) => name.endsWith(".go"));
  const names = [...sources, `${modules}.mod`, `${modules}.sum`];
  for (const name of names.sort()) hash.update(readFileSync(join(module, name)));
  return hash.digest("hex").slice(0, 16);
}

const VERSION_VARIABLE = "k8s.io/component-base/version.gitVersion";

interface Sources {
  readonly module: string;
  readonly modules: string;
}

function build({ module, modules }: Sources, path: string, file: string): void {
  console.error(`Building ${path}; with an empty build cache it takes some minutes.`);
  const began = Date.now();
  const versions = readFileSync(join(module, `${modules}.mod`), "utf8");
  const version = /k8s\.io\/kubernetes (v\S+)/.exec(versions);
  const stamped = version === null ? "" : ` -X ${VERSION_VARIABLE}=${version[1]}`;
  const stamp = `-s -w${stamped}`;
  const partial = `${file}.partial`;
  const options = ["-modfile", `${modules}.mod`, "-ldflags", stamp, "-o", partial];
  const { status } = spawnSync("go", ["build", ...options, path], {
    cwd: module,
    env: { ...process.env, CGO_ENABLED: "0" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) throw new Error(`${path} cannot be built; see what go build says above.`);
  // Whole or not at all: an interrupted build leaves no file under the name that counts.
  renameSync(partial, file);
  console.error(`Built in ${Math.round((Date.now() - began) / 1000)} s.`);
}
