/** The image of hosts/daemon/deploy/Containerfile, on a base of Debian's packages. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DIRECTORY, LIMITS, podman, ROOT, tryPodman } from "./podman.ts";

const ROOT_FILES = join(DIRECTORY, "rootfs");
const IMAGE = "localhost/plimsoll";

/**
 * Debian's release on this machine: the Node of this machine runs there as well. A machine may have
 * packages of a release that apt has no source of any more; then it is the first one apt has.
 */
function codename(): string {
  const found = /^VERSION_CODENAME=(\S+)$/m.exec(readFileSync("/etc/os-release", "utf8"));
  if (found === null) throw new Error("/etc/os-release names no release; use Debian or Ubuntu.");
  const own = found[1] ?? "";
  const known = indexTargets("$(CODENAME)").filter((name) => !name.includes("-"));
  if (known.length === 0) throw new Error("apt knows no release; run apt-get update.");
  return known.includes(own) ? own : (known[0] as string);
}

/** Where apt gets a release from. */
function mirror(release: string): string {
  return indexTargets("$(REPO_URI)", `Codename: ${release}`)[0] as string;
}

function indexTargets(format: string, ...filters: readonly string[]): string[] {
  const words = ["indextargets", "--format", format, ...filters];
  return execFileSync("apt-get", words)
    .toString()
    .split("\n")
    .filter((line) => line !== "");
}

function command(name: string, ...words: readonly string[]): string {
  return execFileSync(name, words, { stdio: ["ignore", "pipe", "inherit"] })
    .toString()
    .trim();
}

/** The release's smallest system with the Node and the npm that run this, made once for each. */
function base(): string {
  const release = codename();
  const image = `localhost/base:${release}-node-${process.versions.node}`;
  if (tryPodman("image", "exists", image).status === 0) return image;
  const isWhole = join(DIRECTORY, `whole-${release}`);
  if (!existsSync(isWhole)) {
    rmSync(ROOT_FILES, { recursive: true, force: true });
    command("debootstrap", "--variant=minbase", release, ROOT_FILES, mirror(release));
    writeFileSync(isWhole, "");
  }
  cpSync(process.execPath, join(ROOT_FILES, "usr/bin/node"));
  const modules = join(ROOT_FILES, "usr/lib/node_modules");
  rmSync(modules, { recursive: true, force: true });
  cpSync(join(command("npm", "root", "--global"), "npm"), join(modules, "npm"), {
    recursive: true,
    verbatimSymlinks: true,
  });
  rmSync(join(ROOT_FILES, "usr/bin/npm"), { force: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(ROOT_FILES, "usr/bin/npm"));
  const archive = join(DIRECTORY, "base.tar");
  command("tar", "-C", ROOT_FILES, "-cf", archive, ".");
  podman("import", "--quiet", archive, image);
  rmSync(archive);
  return image;
}

/** Builds it and answers its name. Where npm gets packages from is mounted, and in no layer. */
export function buildImage(): string {
  mkdirSync(DIRECTORY, { recursive: true });
  const settings = join(DIRECTORY, "npmrc");
  const registry = command("npm", "config", "get", "registry");
  writeFileSync(settings, `registry=${registry}\ncache=/var/cache/npm\n`);
  const cache = command("npm", "config", "get", "cache");
  const from = base();
  podman(
    ...["build", "--quiet", "--pull=never", "--network=host", "--layers=false", ...LIMITS],
    ...["--build-arg", `BASE=${from}`, "--build-arg", `BUILD_BASE=${from}`],
    ...["--volume", `${cache}:/var/cache/npm`, "--volume", `${settings}:/usr/etc/npmrc:ro`],
    ...["--file", join(ROOT, "hosts/daemon/deploy/Containerfile"), "--tag", IMAGE, ROOT],
  );
  podman("image", "prune", "--force");
  return IMAGE;
}
