/** The guest's first file system: the scenario, the load, and what a disk for swap needs. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DIRECTORY } from "../emulator.ts";
import { KERNEL } from "../tools.ts";
import { ROOT, Tree } from "../tree.ts";

const LOAD = fileURLToPath(new URL("load.c", import.meta.url));
const APPLETS = ["sh", "cat", "mount", "mkdir", "mkswap", "swapon", "swapoff", "dmesg", "modprobe"];
/** Where packages put the kernel and its modules; since 6.19 the kernel is among its modules. */
const MODULES = ["lib/modules", "usr/lib/modules"];
const DRIVERS = /^virtio(_ring|_blk|_pci\w*)?\.ko(\.xz)?$/;

/** A kernel package, unpacked. */
export interface Kernel {
  readonly release: string;
  readonly image: string;
  readonly modules: string;
}

/** The kernel unpacked in a folder. Throws a sentence. */
export function kernelIn(folder = KERNEL): Kernel {
  for (const place of MODULES.map((path) => join(folder, path))) {
    const release = existsSync(place) ? readdirSync(place).sort().at(-1) : undefined;
    if (release === undefined) continue;
    const modules = join(place, release);
    const image = [join(folder, "boot", `vmlinuz-${release}`), join(modules, "vmlinuz")];
    const found = image.find((path) => existsSync(path));
    if (found !== undefined) return { release, image: found, modules };
  }
  throw new Error(`${folder}: it has no kernel with its modules; unpack a package there.`);
}

/** Plans are words of the kernel's, so that one image serves them all. */
export async function packImage({ release, modules }: Kernel): Promise<string> {
  const tree = new Tree(join(DIRECTORY, `oom-${release}`));
  tree.shell([...APPLETS, "poweroff"]);
  tree.program("node");
  tree.write("/load", compiledLoad(), 0o755);
  tree.write("/plimsoll-oom.wasm", readFileSync(join(ROOT, "dist/plimsoll-oom.wasm")));
  await tree.script("test/guest/oom/scenario.ts", "/scenario.mjs");
  addDrivers(tree, { release, modules });
  tree.write("/init", INIT, 0o755);
  return tree.pack();
}

/** What a disk for swap needs. */
export function addDrivers(tree: Tree, { release, modules }: Omit<Kernel, "image">): void {
  for (const file of readdirSync(modules, { recursive: true, encoding: "utf8" })) {
    if (!DRIVERS.test(basename(file))) continue;
    const path = join(modules, file);
    const bytes = file.endsWith(".xz") ? execFileSync("xz", ["-dc", path]) : readFileSync(path);
    tree.write(`/usr/lib/modules/${release}/${basename(file, ".xz")}`, bytes);
  }
  const described = ["modules.builtin", "modules.order"].map((file) => join(modules, file));
  for (const file of described.filter((path) => existsSync(path))) {
    tree.write(`/usr/lib/modules/${release}/${basename(file)}`, readFileSync(file));
  }
  execFileSync("busybox", ["depmod", "-b", tree.root, release]);
}

export function compiledLoad(): Buffer {
  const program = join(DIRECTORY, "load");
  mkdirSync(DIRECTORY, { recursive: true });
  execFileSync("gcc", ["-Wall", "-O2", "-static", "-pthread", "-o", program, LOAD]);
  return readFileSync(program);
}

const INIT = `#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
for name in virtio_pci virtio_blk; do modprobe -q $name; done
case "$(cat /proc/cmdline)" in
*oom.cgroupVersion=1*) mount -t cgroup -o memory cgroup /sys/fs/cgroup 2>/dev/null ;;
*) false ;;
esac || mount -t cgroup2 cgroup2 /sys/fs/cgroup
mkswap /dev/vda >/dev/null
node /scenario.mjs 2>&1
poweroff -f
`;
