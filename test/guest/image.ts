import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const APPLETS = ["sh", "mount", "mkdir", "poweroff"];

const INIT = `#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs tmpfs /tmp
mount -t cgroup2 cgroup2 /sys/fs/cgroup
node /scenario.mjs 2>&1
poweroff -f
`;

/**
 * Lays out a file system that fits into memory (a shell, Node, stress-ng, with the libraries they
 * load, and Plimsoll) and packs it as the kernel wants its first one. Answers the file.
 */
export async function packImage(directory: string): Promise<string> {
  const tree = join(directory, "tree");
  rmSync(tree, { recursive: true, force: true });
  for (const name of ["bin", "proc", "sys", "dev", "tmp", "plimsoll"]) {
    mkdirSync(join(tree, name), { recursive: true });
  }
  copyFileSync(programAt("busybox"), join(tree, "bin/busybox"));
  for (const name of APPLETS) symlinkSync("busybox", join(tree, "bin", name));
  for (const name of ["node", "stress-ng"]) copyProgram(programAt(name), name, tree);
  copyFileSync(join(ROOT, "dist/plimsoll.wasm"), join(tree, "plimsoll/plimsoll.wasm"));
  await bundle("hosts/node/main.ts", join(tree, "plimsoll/plimsoll.mjs"));
  await bundle("test/guest/scenario.ts", join(tree, "scenario.mjs"));
  writeFileSync(join(tree, "init"), INIT);
  chmodSync(join(tree, "init"), 0o755);
  const image = join(directory, "image.cpio");
  execFileSync("/bin/sh", ["-c", `find . | cpio -o -H newc --quiet > '${image}'`], { cwd: tree });
  return image;
}

/** Where a program of the path is; the caller has made sure that it is somewhere. */
function programAt(name: string): string {
  return execFileSync("which", [name]).toString().trim();
}

/** A program and what the loader would load for it, each at the place it has here. */
function copyProgram(program: string, name: string, tree: string): void {
  copyFileSync(program, join(tree, "bin", name));
  const loaded = execFileSync("ldd", [program]).toString();
  for (const [, library = ""] of loaded.matchAll(/(\/\S+) \(0x/g)) {
    const place = join(tree, library);
    if (existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    // Copied as what a link leads to, under the name of the link.
    writeFileSync(place, readFileSync(library), { mode: 0o755 });
  }
}

/** One file with everything in it: the guest has no packages. */
async function bundle(entry: string, outfile: string): Promise<void> {
  const require =
    'import{createRequire}from"node:module";const require=createRequire(import.meta.url);';
  await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: basename(entry) === "main.ts" ? require : "" },
    logLevel: "error",
  });
}
