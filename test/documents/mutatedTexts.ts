import fc from "fast-check";

export interface Edits {
  /** What is put in at any place. */
  readonly inserted: readonly string[];
  /** Characters that are taken out there, at most. */
  readonly removedMax: number;
  readonly max: number;
}

/** One of the texts, with one edit at least. */
export function mutatedTexts(texts: readonly string[], edits: Edits): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(edits.removedMax),
    inserted: fc.constantFrom(...edits.inserted),
  });
  const all = fc.array(edit, { minLength: 1, maxLength: edits.max });
  return fc.tuple(fc.constantFrom(...texts), all).map(([text, made]) =>
    made.reduce((changed, { at, removed, inserted }) => {
      const place = Math.floor(at * changed.length);
      return changed.slice(0, place) + inserted + changed.slice(place + removed);
    }, text),
  );
}
