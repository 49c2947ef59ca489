import { LineCounter, parseAllDocuments, type ScalarTag, type Tags, type YAMLError } from "yaml";
import type { ConfigurationText, Note } from "../configuration.ts";
import { ConfigurationError } from "./error.ts";

export interface Documents {
  /** The documents of the text as plain values, in order; empty ones are left out. */
  readonly values: readonly unknown[];
  readonly notes: readonly Note[];
}

/**
 * Types of YAML 1.1 that the kubelet's reader does not know: it takes `1:30` and `2026-11-20` for
 * texts, where other readers make numbers and dates of them.
 */
const UNKNOWN_TYPES = /:(?:binary|omap|pairs|set|timestamp)$/;

/** Integers that Go reads beside those of YAML 1.1: `0o36` is 30, and prefixes may be capitals. */
const GO_INTEGER: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  format: "GO",
  test: /^[-+]?0(?:[oO][0-7][0-7_]*|X[\da-fA-F][\da-fA-F_]*|B[01][01_]*)$/,
  resolve: (text) =>
    Number(text.replace(/^[-+]/, "").replaceAll("_", "")) * (text.startsWith("-") ? -1 : 1),
};

/**
 * Reads YAML of one or more documents, or JSON, as the kubelet does: YAML 1.1 with merge keys, and
 * of two equal keys the last one counts (which is noted). Throws with line and column.
 */
export function documentsOf(source: ConfigurationText): Documents {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(source.text, {
    version: "1.1",
    logLevel: "error",
    prettyErrors: false,
    lineCounter,
    customTags: (tags) => [...tags.filter(isKnown), GO_INTEGER],
  });
  const parsed = [...documents];
  const notes: Note[] = [];
  for (const error of parsed.flatMap((document) => document.errors)) {
    const place = placeOf(source, error, lineCounter);
    if (error.code !== "DUPLICATE_KEY") {
      throw new ConfigurationError(`${place}: ${sentence(error.message)}; mend the YAML there.`);
    }
    notes.push({
      origin: source.name,
      sentence: `${place}: this key is written twice; the last one counts.`,
    });
  }
  const values = parsed.map((document) => plainValue(source, () => document.toJS()));
  return { values: values.filter((value) => value !== null && value !== undefined), notes };
}

function isKnown(tag: Tags[number]): boolean {
  if (typeof tag === "string") return true;
  return !UNKNOWN_TYPES.test(tag.tag) && !("format" in tag && tag.format === "TIME");
}

function placeOf(source: ConfigurationText, error: YAMLError, lines: LineCounter): string {
  const { line, col } = lines.linePos(error.pos[0]);
  return `${source.name}:${line}:${col}`;
}

function sentence(message: string): string {
  return message.replace(/[.\s]+$/, "").replaceAll("\n", " ");
}

/** Aliases may be too many, or contain themselves: neither is a configuration. */
function plainValue(source: ConfigurationText, read: () => unknown): unknown {
  try {
    const text = JSON.stringify(read());
    return text === undefined ? null : JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? sentence(error.message) : String(error);
    throw new ConfigurationError(`${source.name}: its aliases cannot be resolved (${reason}).`);
  }
}
