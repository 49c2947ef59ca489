import { parse, TomlError } from "smol-toml";
import { isMembers, type Members, memberAt } from "../../json/untyped.ts";
import { ConfigurationError, NoConfigurationError } from "../error.ts";
import type { ConfigurationText } from "../loaded.ts";

/**
 * A table header with a lower-case name, or a key with blanks around its sign. Of two pieces that
 * may take the same characters, none follows the other: that would be tried in each way.
 */
const TOML_LINES: readonly RegExp[] = [
  /^\[\[?\s*["'a-z][\w."'\s-]*\]\]?\s*(?:#.*)?$/,
  /^[\w."'-]+\s+=\s/,
];

/** True for the first line of a TOML text; what follows may still be broken. */
export function looksLikeToml(firstLine: string): boolean {
  return TOML_LINES.some((line) => line.test(firstLine));
}

/** `settings.kubernetes` of Bottlerocket; other TOML is refused by the names it holds. */
export function kubernetesSettings(source: ConfigurationText): Members {
  const document = tomlOf(source);
  const settings = memberAt(document, "settings", "kubernetes");
  if (isMembers(settings)) return settings;
  const names = Object.keys(document).slice(0, 5).join(", ");
  throw new NoConfigurationError(
    `${source.name}: a TOML document without settings.kubernetes ` +
      `(it holds ${names || "nothing"}); of TOML, Bottlerocket's user data is read.`,
  );
}

function tomlOf({ name, text }: ConfigurationText): Members {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
    throw new ConfigurationError(
      `${name}:${error.line}:${error.column}: the TOML cannot be read (${reason}); fix it there.`,
    );
  }
}
