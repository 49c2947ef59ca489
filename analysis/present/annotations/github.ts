import type { Annotation } from "../../questions/check/annotations.ts";
import { withoutControls } from "../terminal/controls.ts";

const COMMANDS = { error: "error", warning: "warning", note: "notice" } as const;

/** Workflow commands, which GitHub Actions shows next to their lines. */
export function workflowCommands(annotations: readonly Annotation[]): string {
  return annotations.map((annotation) => `${commandOf(annotation)}\n`).join("");
}

function commandOf({ severity, rule, message, path, line }: Annotation): string {
  const properties = [
    ...(path === undefined ? [] : [`file=${property(path)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${property(rule)}`,
  ];
  return `::${COMMANDS[severity]} ${properties.join(",")}::${text(message)}`;
}

/** A key of a configuration may hold what plays on the terminal that shows the log. */
function text(value: string): string {
  const escaped = value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return withoutControls(escaped);
}

function property(value: string): string {
  return text(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
