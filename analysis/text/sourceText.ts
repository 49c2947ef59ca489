/** The width of a line of sources, which is indented. */
const LENGTH_MAX = 78;

/**
 * What was read, as one line: its name, without the folders of this machine, and what is known of
 * it. The name is left out where the line would not fit: the command line above it has it.
 */
export function sourceText(name: string, parts: readonly (string | undefined)[]): string {
  const words = parts.filter((part) => part !== undefined && part !== "").join(" · ");
  const file = name.split("/").at(-1) ?? "";
  const whole = file === "" ? words : `${file} · ${words}`;
  return whole.length <= LENGTH_MAX ? whole : words;
}
