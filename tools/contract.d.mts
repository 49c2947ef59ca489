/** Each file that is written, by its path in the repository. */
export function contractFiles(): Readonly<Record<string, string>>;
/** The names in these documents that decoders of the core ask for. */
export function namesReadByCore(...documents: readonly string[]): readonly string[];
/** The function that tests for a member. */
export function keyTestName(member: string): string;
/** The release that each `behavior` of a vector is observed since, such as `1.X`. */
export function observedSince(): Readonly<Record<string, string>>;
/** Where documents name the releases that are followed, and the words that they have there. */
export function releaseSentences(): readonly {
  readonly path: string;
  readonly pattern: RegExp;
  readonly text: string;
}[];
/** The behaviors of contract/releases.yaml. */
export function behaviorRows(): readonly {
  readonly name: string;
  readonly observed?: readonly string[];
}[];
