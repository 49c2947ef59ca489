/** A rule of the real code, and a way to break it. */
export interface Rule {
  readonly name: string;
  /** What the real code does. */
  readonly rule: string;
  /** Below the folder of the rules. */
  readonly file: string;
  /** Stands there once. */
  readonly right: string;
  readonly wrong: string;
  /** For which scenarios are drawn; the pinned one when left out. */
  readonly release?: string;
}

/** The text of the rule's file with the rule broken; throws when the rule is not there once. */
export function brokenBy({ file, right, wrong }: Rule, text: string): string {
  const pieces = text.split(right);
  if (pieces.length === 2) return pieces.join(wrong);
  throw new Error(`"${right}" does not stand once in ${file}; see BREAKAGES.`);
}
