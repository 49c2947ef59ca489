import { BEGINNING_BYTES } from "./beginning.ts";
import type { FormatRow } from "./formats.ts";
import { textOfFile } from "./text.ts";

/** Every form in which a tool keeps a kubelet's configuration in an object of its own says so. */
const NAMES_KUBELET = /kubelet/i;
/** What a cluster prints is objects, whatever is among them. */
const OF_CLUSTER = /\bkind["']?[ \t]*:[ \t]*["']?(?:Pod|Node|List)\b/;

/**
 * Whether a text configures a kubelet: flags and files of other systems have no kind, and some
 * tools keep the configuration in an object of their own. `bytes`: those that showed the format.
 */
export async function isConfiguration(
  name: string,
  { row, bytes }: { readonly row: FormatRow | null; readonly bytes: Uint8Array },
): Promise<boolean> {
  const text = textOfFile(bytes) ?? "";
  if (row !== null && !mayKeepOne(row, bytes, text)) return false;
  // With its packages: most of what is given needs none of them.
  const { ConfigurationError, readConfigurations } = await import("../kubelet/configuration.ts");
  try {
    readConfigurations({ name, text });
    return true;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return false;
  }
}

function mayKeepOne({ format }: FormatRow, { length }: Uint8Array, text: string): boolean {
  const isWhole = length < BEGINNING_BYTES;
  return format === "objects" && isWhole && NAMES_KUBELET.test(text) && !OF_CLUSTER.test(text);
}
