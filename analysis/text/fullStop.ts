/**
 * A sentence without its full stop and what follows it, for use inside another sentence. Without a
 * regular expression, which would look from each dot of a long text to the end of its dots.
 */
export function withoutFullStop(sentence: string): string {
  let end = sentence.length;
  while (end > 0 && isStopOrSpace(sentence[end - 1] as string)) end--;
  return sentence.slice(0, end);
}

/** A sentence as the end of another. */
export function inSentence(sentence: string): string {
  return withoutFullStop(sentence.charAt(0).toLowerCase() + sentence.slice(1));
}

function isStopOrSpace(character: string): boolean {
  return character === "." || character.trim() === "";
}
