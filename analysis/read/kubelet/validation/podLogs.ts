import { quoted } from "./goText.ts";
import type { ValidationRule } from "./rule.ts";
import type { Settings } from "./settings.ts";

const PATH = "podLogsDir";
const SINCE = 30;

/**
 * Where the logs of pods are. The kubelet resolves a relative path against the directory of the
 * configuration file before it looks at it, which makes it absolute and clean.
 */
export function podLogsRules(): ValidationRule[] {
  return [{ path: PATH, since: SINCE, check: pathErrors }];
}

function pathErrors(settings: Settings): string[] {
  const path = settings.text(PATH);
  const start = `invalid configuration: pod logs path ${quoted(path)}`;
  const errors: string[] = [];
  const isAbsolute = path.startsWith("/");
  if (isAbsolute && cleaned(path) !== path) errors.push(`${start} must be normalized`);
  if ([...path].some((character) => character > "\u007f")) {
    errors.push(`${start} mut contains ASCII characters only`);
  }
  return errors;
}

/** Without empty parts, `.` and `..`, as Go cleans an absolute path. */
function cleaned(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}
