import type { Annotation } from "../../questions/check/annotations.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

/** A SARIF 2.1.0 log of one run, as code scanning services take it. */
export function sarifLog(annotations: readonly Annotation[], version: string): string {
  const rules = [...new Set(annotations.map(({ rule }) => rule))].sort();
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "plimsoll", version, rules: rules.map((id) => ({ id })) } },
        results: annotations.map((annotation) => resultOf(annotation, rules)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf({ severity, rule, message, path, line }: Annotation, rules: readonly string[]) {
  const region = line === undefined ? {} : { region: { startLine: line } };
  const location = { physicalLocation: { artifactLocation: { uri: uriOf(path) }, ...region } };
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level: severity,
    message: { text: message },
    ...(path === undefined ? {} : { locations: [location] }),
  };
}

/** A relative reference: what the service resolves against the root of the repository. */
function uriOf(path = ""): string {
  return path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
}
