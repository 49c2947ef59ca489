/** JSON with comments, and with commas at the end of a list, as oomd takes it. */

/** Throws a SyntaxError for what is not JSON in any other way. */
export function parseCommentedJson(text: string): unknown {
  return JSON.parse(withoutComments(text));
}

/** The place of the first character that is neither blank nor part of a comment. */
export function afterComments(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const end = /\s/.test(text[at] ?? "") ? at + 1 : endOfComment(text, at);
    if (end === null) break;
    at = end;
  }
  return at;
}

/** Each character is looked at once or twice: a pattern that backtracks could take hours. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let start = 0;
  const tokens = /["/,]/g;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const at = token.index;
    if (token[0] === '"') {
      tokens.lastIndex = endOfString(text, at);
      continue;
    }
    const isComment = token[0] === "/";
    if (!isComment && !/[\]}]/.test(text[afterComments(text, at + 1)] ?? "")) continue;
    const end = isComment ? endOfComment(text, at) : at + 1;
    if (end === null) break;
    parts.push(text.slice(start, at), " ");
    start = end;
    tokens.lastIndex = end;
  }
  return parts.join("") + text.slice(start);
}

function endOfString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    if (text[next] === "\\") next += 1;
    else if (text[next] === '"') return next + 1;
  }
  return text.length;
}

/** Null where no comment begins, or where it has no end. */
function endOfComment(text: string, at: number): number | null {
  const mark = text.slice(at, at + 2);
  if (mark !== "//" && mark !== "/*") return null;
  const end = text.indexOf(mark === "//" ? "\n" : "*/", at + 2);
  if (mark === "//") return end < 0 ? text.length : end;
  return end < 0 ? null : end + 2;
}
