import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { MODULES, type Policy } from "../../analysis/engine/contract/modules.ts";
import { shippedFile } from "./shipped.ts";

/** Next to the bundled program, or in the build's folder when the sources run as they are. */
const FOLDERS = ["./", "../../dist/"];

/** The compiled rules of a policy: an engine is made from them for each node or cluster. */
export async function loadModule(policy: Policy): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await bytesOf(policy));
}

/** The SHA-256 of a module: the same one gives the same decisions everywhere. */
export async function moduleDigest(policy: Policy): Promise<string> {
  return createHash("sha256")
    .update(await bytesOf(policy))
    .digest("hex");
}

/** Where a module is. */
export function moduleFile(policy: Policy): string {
  const { file } = MODULES[policy];
  const places = FOLDERS.map((folder) => folder + file);
  const remedy = "install plimsoll again, or run npm run build";
  return shippedFile(places, `${file} is not next to the program; ${remedy}.`);
}

async function bytesOf(policy: Policy): Promise<Buffer<ArrayBuffer>> {
  return readFile(moduleFile(policy));
}
