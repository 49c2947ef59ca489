/** The file system of a guest, as a folder here; programs come with the libraries they load. */
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
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDERS = ["usr/bin", "usr/sbin", "usr/lib", "usr/lib64", "proc", "sys", "dev", "tmp", "run"];
/** As Debian merges them. */
const MERGED = ["bin", "sbin", "lib", "lib64"];

export class Tree {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
    rmSync(root, { recursive: true, force: true });
    for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
    for (const name of MERGED) symlinkSync(`usr/${name}`, join(root, name));
  }

  write(path: string, text: string | Uint8Array, mode = 0o644): void {
    const place = this.#placeOf(path);
    writeFileSync(place, text);
    chmodSync(place, mode);
  }

  link(path: string, target: string): void {
    symlinkSync(target, this.#placeOf(path));
  }

  /** A file of this machine, at the place it has here; what a link leads to, under its name. */
  copy(file: string): void {
    const place = this.#placeOf(file);
    if (existsSync(place)) return;
    copyFileSync(file, place);
  }

  /** A program by its name or path, and what the loader would load for it. */
  program(name: string, place = name.startsWith("/") ? name : `/usr/bin/${name}`): void {
    const file = name.startsWith("/") ? name : execFileSync("which", [name]).toString().trim();
    this.write(place, readFileSync(file), 0o755);
    const loaded = execFileSync("ldd", [file]).toString();
    for (const [, library = ""] of loaded.matchAll(/(\/\S+) \(0x/g)) this.copy(library);
  }

  /** One static program under many names. */
  shell(applets: readonly string[]): void {
    const busybox = execFileSync("which", ["busybox"]).toString().trim();
    this.write("/usr/bin/busybox", readFileSync(busybox), 0o755);
    for (const name of applets) this.link(`/usr/bin/${name}`, "busybox");
  }

  /** A script of ours as one file with everything in it: the guest has no packages. */
  async script(entry: string, place: string): Promise<void> {
    // A package that is bundled may import createRequire under its own name, as fflate does.
    const require =
      'import{createRequire as requireFrom}from"node:module";' +
      "const require=requireFrom(import.meta.url);";
    await build({
      absWorkingDir: ROOT,
      entryPoints: [entry],
      outfile: this.#placeOf(place),
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      banner: { js: `#!/usr/bin/env node\n${require}` },
      logLevel: "error",
    });
    chmodSync(this.#placeOf(place), 0o755);
  }

  /** Packed as the kernel wants its first file system. Answers the file. */
  pack(): string {
    const image = `${this.root}.cpio`;
    const words = `find . | cpio -o -H newc --quiet > '${image}'`;
    execFileSync("/bin/sh", ["-c", words], { cwd: this.root });
    return image;
  }

  #placeOf(path: string): string {
    const place = join(this.root, path);
    mkdirSync(dirname(place), { recursive: true });
    return place;
  }
}
