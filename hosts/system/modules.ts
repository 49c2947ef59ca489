import { readFile } from "node:fs/promises";
import { MODULES, type Policy } from "../../analysis/engine/contract/modules.ts";
import { shippedFile } from "./shipped.ts";

/** The compiled rules of a policy: an engine is made from them for each node or cluster. */
export async function loadModule(policy: Policy): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await bytesOf(policy));
}

/** The SHA-256 of a module: the same one gives the same decisions everywhere. */
export async function moduleDigest(policy: Policy): Promise<string> {
  const { createHash } = await import("node:crypto");
  return createHash("sha256")
    .update(await bytesOf(policy))
    .digest("hex");
}

/** Where a module is. */
export function moduleFile(policy: Policy): string {
  return shippedFile(MODULES[policy].file);
}

async function bytesOf(policy: Policy): Promise<Buffer<ArrayBuffer>> {
  return readFile(moduleFile(policy));
}
