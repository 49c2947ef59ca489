import { fieldsOf, RELEASES } from "./validation/facts.ts";

/** Names that many programs use, by which no document can be recognized. */
const SHARED: ReadonlySet<string> = new Set(
  "apiVersion kind address port authentication authorization logging tracing".split(" "),
);

// The kubelet's second, lenient decoding ignores case.
const NAMES: ReadonlySet<string> = new Set(
  ["plimsoll", ...RELEASES.flatMap((release) => [...fieldsOf(release).keys()])]
    .filter((path) => !/[.[{]/.test(path) && !SHARED.has(path))
    .map((name) => name.toLowerCase()),
);

/** True when a member of an object has the name of a field of the KubeletConfiguration. */
export function hasKubeletField(document: object): boolean {
  return Object.keys(document).some(isKubeletField);
}

/** Whether a name is that of a field, in any case and with or without dashes. */
export function isKubeletField(name: string): boolean {
  return NAMES.has(name.toLowerCase().replaceAll("-", ""));
}
