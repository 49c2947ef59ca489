/** Lines of a text that are not understood: nothing is known of what they report. */

/** Marks of code, rules of a table, and what is empty. */
const WITHOUT_WORDS = /^\W*$/;
/** The mark of a block of code with its language, or a heading of the author. */
const MARKDOWN = /^\s*(?:(?:`{3}|~{3})\w*|#{1,6} .*)\s*$/;
const COMMAND = /^.{0,80}\b(?:kubectl|oc|k)\s+(?:get|describe|events|logs?|top)\b/;
const NOTHING_FOUND = /^No (?:resources|events) found/;
/** `NAME READY STATUS RESTARTS AGE`. */
const CAPITALS = /^\s*[A-Z][A-Z() -]+$/;
/** The titles of the columns in which a description has its events. */
const TITLES =
  /^\s*(?:(?:First ?Seen|Last ?Seen|Count|From|Sub[oO]bject ?Path|Type|Reason|Age|Message)\s*)+$/;
const BEGINS_DESCRIPTION = /^(?:Name|Namespace):\s/;
/** A member of a description; what is deeper belongs to one. */
const MEMBER = /^[A-Z][\w ()/.-]{0,60}:(?:\s|$)/;
const EVENTS = /^Events:/;

/** Takes the lines of a text in their order. */
export class UnreadLines {
  readonly lines: string[] = [];
  #isDescription = false;

  /** `isRead`: the line is an event, a pod of a list, or a message. */
  take(line: string, isRead: boolean): void {
    if (BEGINS_DESCRIPTION.test(line)) this.#isDescription = true;
    else if (EVENTS.test(line) || !/^\s/.test(line)) this.#isDescription &&= MEMBER.test(line);
    if (EVENTS.test(line)) this.#isDescription = false;
    const isKnown = isRead || this.#isDescription || EVENTS.test(line) || isAround(line);
    if (!isKnown) this.lines.push(line.trim());
  }
}

/** What is around events and pods, and reports nothing. */
function isAround(line: string): boolean {
  return [WITHOUT_WORDS, MARKDOWN, COMMAND, NOTHING_FOUND, CAPITALS, TITLES].some((pattern) =>
    pattern.test(line),
  );
}
