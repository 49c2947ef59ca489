/** The guest's two file systems: one to start from, and the disk that the kubelet watches. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { GuestPrograms } from "./programs.ts";

const DISK_MEBIBYTES = 2000;
const APPLETS = ["sh", "mount", "umount", "mkdir", "ip", "nc", "sleep", "cat", "insmod"];
const DIRECTORIES = [
  "bin",
  "proc",
  "sys",
  "dev",
  "tmp",
  "run",
  "etc",
  "var/lib",
  "var/log",
  "root",
];

/** In the order in which each finds what it needs; ext4 is part of the kernel. */
const MODULES = [
  "drivers/virtio/virtio_ring",
  "drivers/virtio/virtio",
  "drivers/virtio/virtio_pci_legacy_dev",
  "drivers/virtio/virtio_pci_modern_dev",
  "drivers/virtio/virtio_pci",
  "drivers/block/virtio_blk",
  "net/core/failover",
  "drivers/net/net_failover",
  "drivers/net/virtio_net",
];

const START = `#!/bin/sh
mount -t devtmpfs devtmpfs /dev
${MODULES.map((path) => `insmod /modules/${basename(path)}.ko`).join("\n")}
mkdir /disk
mount -t ext4 /dev/vda /disk
umount /dev
exec switch_root /disk /init
`;

export interface Files {
  /** Absolute path in the guest, and text. */
  readonly [path: string]: string;
}

export interface Image {
  readonly initial: string;
  readonly disk: string;
}

/**
 * Writes both below `directory`. `kernel` is where .ci/guest-tools unpacked one; `init` is the text
 * of the guest's first program.
 */
export function makeImage(
  directory: string,
  kernel: string,
  programs: GuestPrograms,
  files: Files,
): Image {
  rmSync(directory, { recursive: true, force: true });
  const initial = makeInitial(join(directory, "initial"), kernel);
  const tree = join(directory, "tree");
  makeTree(tree, [...APPLETS]);
  for (const program of Object.values(programs)) copyProgram(program, tree);
  for (const [path, text] of Object.entries(files)) writeProgram(join(tree, path), text);
  const disk = join(directory, "disk.ext4");
  const words = ["-q", "-F", "-d", tree, disk, `${DISK_MEBIBYTES}M`];
  execFileSync("mkfs.ext4", words);
  return { initial, disk };
}

function makeInitial(tree: string, kernel: string): string {
  makeTree(tree, [...APPLETS, "switch_root"]);
  mkdirSync(join(tree, "modules"));
  const [release = ""] = readdirSync(join(kernel, "lib/modules"));
  for (const path of MODULES) {
    const from = join(kernel, "lib/modules", release, "kernel", `${path}.ko`);
    copyFileSync(from, join(tree, "modules", basename(from)));
  }
  writeProgram(join(tree, "init"), START);
  const image = `${tree}.cpio`;
  execFileSync("/bin/sh", ["-c", `find . | cpio -o -H newc --quiet > '${image}'`], { cwd: tree });
  return image;
}

function makeTree(tree: string, applets: readonly string[]): void {
  for (const name of DIRECTORIES) mkdirSync(join(tree, name), { recursive: true });
  const busybox = execFileSync("which", ["busybox"]).toString().trim();
  copyFileSync(busybox, join(tree, "bin/busybox"));
  for (const name of applets) symlinkSync("busybox", join(tree, "bin", name));
}

function copyProgram(program: string, tree: string): void {
  copyFileSync(program, join(tree, "bin", basename(program)));
}

function writeProgram(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}
