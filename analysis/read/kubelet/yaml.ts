import {
  Composer,
  type CST,
  type Document,
  isScalar,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  type ScalarTag,
  type Tags,
  type YAMLError,
} from "yaml";
import { withoutFullStop } from "../../text/fullStop.ts";
import { TEXT_BYTES_MAX } from "../recognize/text.ts";
import { codeIn } from "./codeIn.ts";
import { ConfigurationError } from "./error.ts";
import type { ConfigurationText, Note } from "./loaded.ts";
import { PlainValues } from "./plainValues.ts";

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

/** Integers that Go reads and YAML 1.1 does not: `0o36` is 30, and prefixes may be capitals. */
const GO_INTEGER: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  format: "GO",
  test: /^[-+]?0(?:[oO][0-7][0-7_]*|X[\da-fA-F][\da-fA-F_]*|B[01][01_]*)$/,
  resolve: (text) =>
    Number(text.replace(/^[-+]/, "").replaceAll("_", "")) * (text.startsWith("-") ? -1 : 1),
};

/** What YAML 1.1 calls infinity and no number. */
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/**
 * Go keeps as texts what it cannot read as a number: `.`, which managed fields have as a key, `e2`,
 * which is a machine family, and `1e999`. The library makes NaN or infinity of them.
 */
function asGoReads(tag: Tags[number]): Tags[number] {
  if (typeof tag === "string" || !tag.tag.endsWith(":float")) return tag;
  const number = tag as ScalarTag;
  const resolve: ScalarTag["resolve"] = (text, ...others) => {
    const read = number.resolve(text, ...others);
    const value = isScalar(read) ? read.value : read;
    return Number.isFinite(value) || NOT_FINITE.test(text) ? read : text;
  };
  return { ...number, resolve };
}

/** Levels of maps and lists inside each other. A KubeletConfiguration has 6. */
export const LEVELS_MAX = 64;
/** The reader looks through all of these for each of them. */
export const ALIASES_MAX = 100;
/** Each costs the reader a tenth of a millisecond. */
const DOCUMENTS_MAX = 1_000;
/** The limit for a message of the library, which repeats what it does not understand. */
const REASON_LENGTH_MAX = 200;
/** Keys that are written twice, named one by one. */
const REPEATED_KEYS_MAX = 20;

/**
 * Reads YAML of one or more documents, or JSON, as the kubelet does: YAML 1.1 with merge keys, and
 * of two equal keys the last one counts (which is noted). Throws with line and column.
 */
export function documentsOf({ name, text }: ConfigurationText): Documents {
  if (lastRead?.name !== name || lastRead.text !== text) {
    lastRead = { name, text, ...readDocuments({ name, text }) };
  }
  return lastRead.documents;
}

/** The text that was read last: an upgrade asks about one text for each release. */
let lastRead: (ConfigurationText & { readonly documents: Documents }) | undefined;

/** The same, but infinity and NaN are refused: the API and the scheduler read YAML as JSON. */
export function jsonDocumentsOf(source: ConfigurationText): Documents {
  const { documents, unsupportedNumber } = readDocuments(source);
  if (unsupportedNumber === null) return documents;
  throw new ConfigurationError(
    `${unsupportedNumber}: JSON has no such number; write a finite one.`,
    unsupportedNumber,
  );
}

interface ReadDocuments {
  readonly documents: Documents;
  /** Where the first one is; null where there is none. */
  readonly unsupportedNumber: string | null;
}

function readDocuments(source: ConfigurationText): ReadDocuments {
  const { documents, placeOf } = composedDocuments(source);
  const plain = new PlainValues({ placeOf, levelsMax: LEVELS_MAX, length: source.text.length });
  const values = documents.map(({ contents }) => plain.valueOf(contents));
  const [unsupported] = plain.unsupportedNumbers;
  return {
    documents: {
      values: values.filter((value) => value !== null),
      notes: repeatedKeys(source, plain.repeatedKeys.map(placeOf)),
    },
    unsupportedNumber: unsupported === undefined ? null : placeOf(unsupported),
  };
}

export interface ComposedDocuments {
  readonly documents: readonly Document.Parsed<ParsedNode>[];
  readonly lines: LineCounter;
  /** `file:line:column` of an offset. */
  readonly placeOf: (offset: number) => string;
}

/**
 * The documents of a text as syntax trees, in a time that grows with the text's length alone:
 * nothing is composed, which is recursive, before its nesting has been counted; equal keys are not
 * searched for, which the library does by comparing each pair of them; and the first error ends it,
 * where the library would collect one with its stack for each byte.
 */
export function composedDocuments(source: ConfigurationText): ComposedDocuments {
  const { name } = source;
  const text = codeIn(source.text)?.text ?? source.text;
  if (text.length > TEXT_BYTES_MAX) {
    throw new ConfigurationError(
      `${name}: it is longer than ${TEXT_BYTES_MAX >> 20} MiB; ` +
        "give a kubelet configuration, which has a few kilobytes.",
    );
  }
  const lines = new LineCounter();
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const composer = new Composer({
    version: "1.1",
    logLevel: "error",
    prettyErrors: false,
    uniqueKeys: false,
    customTags: (tags) => [...tags.filter(isKnown).map(asGoReads), GO_INTEGER],
  });
  let first: ConfigurationError | null = null;
  const onError: ErrorHandler = (at, _, message, isWarning) => {
    if (isWarning === true) return;
    // The library catches what is thrown inside a collection, and hands that on as another error.
    first ??= syntaxError(placeOf(startOf(at)), message);
    throw first;
  };
  // In place of its own handler, which collects; what that one collects is evaluated below as well.
  Object.assign(composer, { onError });
  const documents = [...composer.compose(boundedTokens(text, lines, placeOf))];
  const [error] = documents.flatMap((document): readonly YAMLError[] => document.errors);
  if (error !== undefined) throw syntaxError(placeOf(error.pos[0]), error.message);
  return { documents, lines, placeOf };
}

type ErrorPlace = number | readonly number[] | { readonly offset: number };
type ErrorHandler = (at: ErrorPlace, code: string, message: string, isWarning?: boolean) => void;

function startOf(at: ErrorPlace): number {
  if (typeof at === "number") return at;
  return "offset" in at ? at.offset : (at[0] ?? 0);
}

/** The library's own parser, stopped at a token that exceeds a bound. */
function* boundedTokens(text: string, lines: LineCounter, placeOf: (offset: number) => string) {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const refused = (reason: string) =>
    new ConfigurationError(`${placeOf(parser.offset)}: ${reason}.`);
  let aliases = 0;
  let documents = 0;
  const judged = (token: CST.Token) => {
    if (token.type === "error") throw syntaxError(placeOf(token.offset), token.message);
    if (token.type === "document" && ++documents > DOCUMENTS_MAX) {
      throw refused(`more than ${DOCUMENTS_MAX} documents in one text; give fewer at once`);
    }
    return token;
  };
  for (const lexeme of new Lexer().lex(text)) {
    if ((lexeme[0] === "&" || lexeme[0] === "*") && ++aliases > ALIASES_MAX) {
      throw refused(`more than ${ALIASES_MAX} anchors and aliases; write the values out`);
    }
    for (const token of parser.next(lexeme)) yield judged(token);
    if (parser.stack.length > LEVELS_MAX && levelsOf(parser) > LEVELS_MAX) {
      throw refused(`more than ${LEVELS_MAX} levels of maps and lists; nest them less deeply`);
    }
  }
  for (const token of parser.end()) yield judged(token);
}

function levelsOf({ stack }: Parser): number {
  return stack.filter((token) => "items" in token).length;
}

function isKnown(tag: Tags[number]): boolean {
  if (typeof tag === "string") return true;
  return !UNKNOWN_TYPES.test(tag.tag) && !("format" in tag && tag.format === "TIME");
}

function syntaxError(place: string, message: string): ConfigurationError {
  const whole = withoutFullStop(message).replaceAll("\n", " ");
  const isLong = whole.length > REASON_LENGTH_MAX;
  const reason = isLong ? `${whole.slice(0, REASON_LENGTH_MAX)}…` : whole;
  return new ConfigurationError(`${place}: ${reason}; correct the YAML there.`, place);
}

/** Distinguishes JSON from YAML as the kubelet does: a byte order mark begins YAML. */
export function isJson(text: string): boolean {
  return /^(?:[^\S\uFEFF]|\u0085)*\{/.test(text);
}

function repeatedKeys({ name, text }: ConfigurationText, places: readonly string[]): Note[] {
  const effect = isJson(text)
    ? "the last of two values counts, and two objects are merged"
    : "the last one counts";
  const notes = places.slice(0, REPEATED_KEYS_MAX).map((place) => ({
    origin: name,
    sentence: `${place}: this key is written twice; ${effect}.`,
  }));
  const more = places.length - notes.length;
  if (more === 0) return notes;
  const sentence = `${name}: ${more} more keys are written twice; the last of each counts.`;
  return [...notes, { origin: name, sentence }];
}
