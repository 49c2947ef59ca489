import { lineFinder } from "./configuration/position.ts";
import type { ConfigurationText } from "./configuration.ts";
import type { ErrorAnswer, Finding, Policy } from "./decision.ts";
import type { Engine } from "./engine.ts";
import { EngineError } from "./engineError.ts";

export interface PlacedFinding extends Finding {
  /** 1-based; absent when the member does not stand in a file. */
  readonly line?: number;
}

/** What `check` found out about one configuration. */
export interface CheckedConfiguration {
  readonly name: string;
  /** Absent when the kubelet would not start with it. */
  readonly policy?: Policy;
  readonly errors: readonly PlacedFinding[];
  readonly warnings: readonly PlacedFinding[];
  /** How the document was read. */
  readonly notes: readonly string[];
}

/** A configuration that was read, and the text it stands in; flags alone have none. */
export interface CheckInput {
  readonly name: string;
  readonly source: ConfigurationText | undefined;
  /** The JSON for `Engine.configure`. */
  readonly json: string;
  readonly notes: readonly string[];
}

/** Every error the kubelet would stop on and the traps it would not mention, with their lines. */
export function checkConfiguration(engine: Engine, input: CheckInput): CheckedConfiguration {
  const { name, source, json, notes } = input;
  const lineOf = source === undefined ? () => undefined : lineFinder(source.text);
  const placed = (all: readonly Finding[]): PlacedFinding[] =>
    all.map((finding) => {
      const line = lineOf(finding.path);
      return line === undefined ? finding : { ...finding, line };
    });
  const answer = answerOf(engine, json);
  return answer.plimsoll === "policy/1"
    ? { name, notes, errors: [], warnings: placed(answer.warnings), policy: answer }
    : { name, notes, errors: placed(answer.errors ?? [asFinding(answer)]), warnings: [] };
}

function answerOf(engine: Engine, json: string): Policy | ErrorAnswer {
  try {
    return engine.configure(json);
  } catch (error) {
    if (error instanceof EngineError) return error.answer;
    throw error;
  }
}

/** A configuration that is refused before its members are judged. */
function asFinding({ path = "$", reason }: ErrorAnswer): Finding {
  return { rule: "document", path, message: reason };
}
