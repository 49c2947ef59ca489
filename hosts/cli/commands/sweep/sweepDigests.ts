/** What makes two shards those of one sweep. */
import { createHash } from "node:crypto";
import type { PolicyOptions } from "../../../../analysis/questions/options/policy.ts";
import type { ConfigurationText } from "../../../../analysis/read/kubelet/configuration.ts";
import { readText } from "../../../system/files.ts";
import type { Io } from "../../../system/io.ts";
import { dropInFiles } from "../../input/configurationFiles.ts";
import { flagsOfOptions } from "../../input/kubeletFlags.ts";

/** SHA-256 in hexadecimal. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

/** A digest of the options that decide, with the texts of the files that they name. */
export async function optionsDigest(
  options: PolicyOptions & { readonly configuration: ConfigurationText | undefined },
  io: Io,
): Promise<string> {
  const { configuration, configDir, profile, kubeletVersion, layout, capacity, whatIf } = options;
  const dropIns = configDir === undefined ? [] : await dropInFiles(configDir);
  const texts = dropIns.filter((path) => path.endsWith(".conf")).map((path) => readText(path, io));
  return digestOf([
    [configuration?.text ?? null, await Promise.all(texts), flagsOfOptions(options)],
    [profile, kubeletVersion, layout, capacity, whatIf],
  ]);
}
