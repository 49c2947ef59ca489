import { shortened } from "../../text/shortened.ts";
import { isGzip } from "../capture/gzip.ts";
import { BRACE_OPEN } from "../json/bytes.ts";
import { MembersError, membersOf } from "../json/members.ts";
import { JsonTextError, parseTree } from "../json/parse.ts";
import { ConfigurationError } from "../kubelet/error.ts";
import { documentsOf } from "../kubelet/yaml.ts";
import { eachObjectOf, eachValue, kindOf } from "../objects/eachObject.ts";
import { externalForm } from "../objects/internalObjects.ts";
import { documentsAlone, terminalOf } from "../objects/terminalLines.ts";
import { BEGINNING_BYTES } from "./beginning.ts";
import { documentIn, documentOf, type Identified, SCENARIO_MEMBERS } from "./documents.ts";
import { isPlain, textOfFile } from "./text.ts";

/** A document that has to be decompressed before anything can be said about it. */
export const GZIP: Identified = { kind: "other", words: "compressed with gzip", json: null };

/** What `words` begin with of a document that has a flaw within. */
export const FLAWED_JSON = "JSON with an error";

/** Where a text, which a strict reader refuses, has its flaw. */
export function flawedJson(text: string): string {
  try {
    parseTree(text);
    return FLAWED_JSON;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return `${FLAWED_JSON} (${error.message})`;
  }
}

/** What `words` begin with of YAML that cannot be read. */
export const FLAWED_YAML = "YAML with an error";

/** The `words` for a document that ends too early. */
export const CUT_JSON = "truncated JSON";

/** What `words` begin with for a text in no known form. */
export const PLAIN_TEXT = "a text that begins with";

/** The `words` for a list of objects as `kubectl get` prints it. */
export const TABLE = "the table that kubectl prints without --output";

const TEXT_SHOWN = 40;
/** Looks at each blank once: a text may be a million empty lines. */
const SAYS_WHAT_IT_IS = /^[ \t]*(?:- )?(?:kind|items)[ \t]*:/m;
/** Matches a map or a list, because `kubelet: E0711 …` may begin a line of a log. */
const HAS_MEMBER_OF_SCENARIO = new RegExp(
  String.raw`^(?:${SCENARIO_MEMBERS.join("|")})[ \t]*:[ \t]*(?:[{[#]|\r?$)`,
  "m",
);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Finds out what a document is: JSON or YAML, UTF-8 or UTF-16. Pods that come alone, as a List or
 * as several documents become a PodList; all else comes back as it is. As many bytes as are read
 * to recognize a file may be cut anywhere.
 */
export function identify(bytes: Uint8Array): Identified {
  if (isPlain(bytes)) {
    const document = documentIn(externalForm(bytes));
    if (document !== null) return document;
  }
  const isCut = bytes.length === BEGINNING_BYTES;
  const text = textOfFile(bytes, isCut);
  if (text === null) return isGzip(bytes) ? GZIP : other("not text in UTF-8 or UTF-16");
  if (text.trim() === "") return other("empty");
  return identifyText(text, isCut);
}

function identifyText(text: string, isCut: boolean): Identified {
  const start = text.trimStart();
  const printed = printedDocuments(start, isCut);
  if (printed !== null) return printed;
  if (/^[{[]/.test(start)) return identifyJson(start);
  if (isTable(start)) return other(TABLE);
  if (/^No resources found/.test(start)) return other("kubectl's message that it found nothing");
  // Every document of the API says its kind or items; other texts are not worth parsing.
  const isDocument = SAYS_WHAT_IT_IS.test(start) || HAS_MEMBER_OF_SCENARIO.test(start);
  if (!isDocument) return other(beginning(start));
  return isCut ? identifyCutYaml(text) : identifyYaml(text);
}

/** Where YAML can be cut: before an item, of which one is left; before a line; before a key. */
const CUTS = [/^(?= {0,2}- )/gm, /^/gm, /^(?=\S)/gm];

/** What has an error at each cut has one of its own. */
function identifyCutYaml(text: string): Identified {
  let found = other(beginning(text));
  for (const cut of CUTS) {
    const places = [...text.matchAll(cut)].slice(1);
    found = identifyYaml(text.slice(0, places.at(-1)?.index ?? 0));
    if (found.json !== null) break;
  }
  return found;
}

/**
 * Documents that kubectl printed one after the other, in a terminal or without one, as the one list
 * that they are; null for any other text, and where something else is between them.
 */
function printedDocuments(text: string, isCut: boolean): Identified | null {
  const isOfTerminal = terminalOf(text) !== null;
  if (!isOfTerminal && !/^\{\s*"/.test(text)) return null;
  const values: Uint8Array[] = [];
  const bytes = encoder.encode(documentsAlone(text));
  try {
    const isWhole = eachValue(bytes, (value) => values.push(value));
    const isOne = values.length === 1 && isWhole && !isOfTerminal;
    if (isOne || values.length === 0 || !(isWhole || isCut)) return null;
    if (!values.every((value) => value[0] === BRACE_OPEN && kindOf(value) !== "")) return null;
    const whole = { kind: "List", items: values.flatMap(objectsOf) };
    const json = encoder.encode(JSON.stringify(whole));
    return documentOf(new Map(Object.entries(whole)), json);
  } catch (error) {
    if (error instanceof MembersError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Items of a typed list do not say their kind. */
function objectsOf(value: Uint8Array): readonly object[] {
  const objects: object[] = [];
  eachObjectOf(value, (object, kind) => {
    objects.push({ kind, ...JSON.parse(decoder.decode(object)) });
  });
  return objects;
}

function identifyJson(text: string): Identified {
  const json = encoder.encode(text);
  const document = documentIn(json);
  if (document !== null) return document;
  const isList = text.startsWith("[");
  try {
    JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // `[root@worker-2 ~]# kubectl …`, or the time of a line of dmesg.
    if (isList && !LIST_BEGINS.test(text)) return other(beginning(text));
    return other(isList ? "a JSON array" : reasonOf(json));
  }
  return other(isList ? "a JSON array" : "JSON, but not an object");
}

/** A list of objects, of lists or of texts. */
const LIST_BEGINS = /^\[\s*[{["\]]/;

function reasonOf(json: Uint8Array): string {
  try {
    membersOf(json);
    return flawedJson(decoder.decode(json));
  } catch (error) {
    if (!(error instanceof MembersError)) throw error;
    return error.cut ? CUT_JSON : `invalid JSON (${error.message})`;
  }
}

/** The sentences around it have the file's name. */
const NAMED = /^it:(?: |(?=\d))/;
const PLACE = /^(\d+):(\d+): /;
const PLACED = "line $1, column $2: ";

function identifyYaml(text: string): Identified {
  if (isWithinText(text)) return other(beginning(text));
  try {
    const { values } = documentsOf({ name: "it", text });
    const [first, ...others] = values;
    const whole = others.length === 0 ? first : { kind: "List", items: values };
    if (typeof whole !== "object" || whole === null) return other(beginning(text));
    const json = encoder.encode(JSON.stringify(whole));
    return documentOf(new Map(Object.entries(whole)), json);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const reason = error.message.replace(/; .*$/s, "").replace(NAMED, "").replace(PLACE, PLACED);
    return other(`${FLAWED_YAML} (${reason})`);
  }
}

/** Whether a manifest is a part of a text: marks of a block of code and prompts are in no YAML. */
function isWithinText(text: string): boolean {
  return /^[ \t]*(?:`{3}|~{3}|\S{0,80}[$#%] (?:kubectl|oc|cat) )/m.test(text);
}

function isTable(text: string): boolean {
  return /^(?:NAMESPACE +)?NAME +[A-Z]/.test(text);
}

function beginning(text: string): string {
  const [line = ""] = text.trimStart().split(/\r?\n/);
  return `${PLAIN_TEXT} ${JSON.stringify(shortened(line, TEXT_SHOWN))}`;
}

function other(words: string): Identified {
  return { kind: "other", words, json: null };
}
