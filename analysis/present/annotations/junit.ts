import type {
  Annotation,
  CheckedFile,
  Severity,
  UnreadFile,
} from "../../questions/check/annotations.ts";
import { annotationsOf } from "../../questions/check/annotations.ts";

const FORBIDDEN =
  /[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\x7f-\x9f]|\p{Bidi_Control}/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/**
 * A JUnit report: a test case for each input, which fails on what makes the command, which is the
 * name of the suite, end with 1. Other findings are the output of the case. A file that could not
 * be read is an error.
 */
export function junitReport(
  suite: string,
  files: readonly CheckedFile[],
  unread: readonly UnreadFile[],
  failOn: "error" | "warning",
): string {
  const failing: ReadonlySet<Severity> = new Set(
    failOn === "error" ? ["error"] : ["error", "warning"],
  );
  const cases = files.map(({ path, checked }) => {
    const found = annotationsOf([{ path, checked }], []);
    return {
      name: checked.name,
      failures: found.filter(({ severity }) => failing.has(severity)),
      others: found.filter(({ severity }) => !failing.has(severity)),
    };
  });
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const tests = cases.length + unread.length;
  const counts = `tests="${tests}" failures="${failed}" errors="${unread.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(suite)}" ${counts}>`,
    ...cases.flatMap(({ name, failures, others }) => [
      `    <testcase classname="${escaped(suite)}" name="${escaped(name)}">`,
      ...(failures.length === 0 ? [] : [failure(failures)]),
      ...(others.length === 0 ? [] : [`      <system-out>${lines(others)}</system-out>`]),
      "    </testcase>",
    ]),
    ...unread.flatMap(({ name, reason }) => [
      `    <testcase classname="${escaped(suite)}" name="${escaped(name)}">`,
      `      <error message="${escaped(reason)}"/>`,
      "    </testcase>",
    ]),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function failure(found: readonly Annotation[]): string {
  const [first] = found;
  const rest = found.length > 1 ? ` (and ${found.length - 1} more)` : "";
  const message = `${first?.message ?? ""}${rest}`;
  return `      <failure message="${escaped(message)}">${lines(found)}</failure>`;
}

function lines(found: readonly Annotation[]): string {
  return found
    .map(({ severity, rule, message, line }) => {
      const place = line === undefined ? "" : `line ${line}: `;
      return escaped(`${place}${severity} ${rule}: ${message}`);
    })
    .join("\n");
}

/** Characters that XML 1.0 does not have, that control a terminal or turn text are replaced. */
function escaped(text: string): string {
  return text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"\n\t]/g, (found) => ENTITIES[found] ?? "");
}
