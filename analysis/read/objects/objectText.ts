/** A text of Kubernetes objects, in any form that kubectl prints, as documents for the module. */
import { ByteParts } from "../../engine/byteParts.ts";
import { beginningOf } from "../recognize/beginning.ts";
import { identify } from "../recognize/identify.ts";
import { inUtf8 } from "../recognize/text.ts";
import { externalForm, isInternal } from "./internalObjects.ts";
import { type ObjectDocument, ObjectSplitter, type SplittingOptions } from "./objectSplitter.ts";
import { ObjectsError } from "./objectsError.ts";
import { blankOf, type IsOfTerminal, terminalOf } from "./terminalLines.ts";
import { YamlObjects } from "./yamlObjects.ts";

/** What a text turned out to be, known when it has been read. */
export interface ObjectTextFacts {
  readonly form: "JSON" | "YAML" | "empty";
  /** The bytes of the text, decompressed. */
  readonly bytes: number;
  /** Logs of containers between the objects, which are skipped. */
  readonly logs: number;
  readonly notes: readonly string[];
}

/** The first bytes of a text, which show its format. */
const BEGINNING_BYTES = 2 ** 16;
/** Its objects are renamed as a whole. */
const INTERNAL_BYTES_MAX = 2 ** 28;
/** How to get objects, for an error about another input. */
export const OBJECTS_ADVICE =
  "give the output of kubectl get nodes,pods,namespaces --all-namespaces --output json";
const SAYS_WHAT_IT_IS =
  /^(?:---[ \t])?[ \t]*(?:- |\{)?[ \t]*["']?(?:apiVersion|kind|items)["']?[ \t]*:/m;
/** A map or a list of YAML's flow style: a key or a kind without the quotes that JSON has. */
const FLOW = /^[{[][\s{[]*['A-Za-z]|"(?:apiVersion|kind)"\s*:\s*(?!(?:null|true|false)\b)['A-Za-z]/;
const FLOW_SAYS_WHAT_IT_IS = /[{,]\s*["']?(?:apiVersion|kind|items)["']?\s*:/;
/** Between documents: in JSON no line begins with it. */
const DOCUMENT_MARK = /^---(?:[ \t]|\r?$)/m;
/** What looks like JSON or YAML at first, and is read as neither. */
const STRANGE = [
  {
    begin: /^\/[/*]/,
    problem: "it begins with a comment, which JSON does not allow",
    advice: "remove it, or write it as # in YAML",
  },
  {
    begin: /^\{\{/,
    problem: "it begins like a Helm template",
    advice: "give the output of helm template",
  },
];
const encoder = new TextEncoder();

type Chunks = AsyncIterable<Uint8Array>;

/** Throws ObjectsError or ConfigurationError for what is not a text of objects. */
export async function* objectDocuments(
  chunks: Chunks,
  options: SplittingOptions,
): AsyncGenerator<ObjectDocument, ObjectTextFacts, undefined> {
  const splitter = new ObjectSplitter(options);
  const { start, rest } = await withoutTerminal(inUtf8(chunks));
  const yaml = isYaml(start, options.name) ? new YamlObjects(options.name) : null;
  const read = isInternal(start) ? externalChunks(rest, options.name) : rest;
  const json = yaml === null ? read : jsonOf(yaml, rest);
  let isEmpty = true;
  const found = function* (documents: Iterable<ObjectDocument>) {
    for (const document of documents) {
      isEmpty = false;
      yield document;
    }
  };
  for await (const chunk of json) yield* found(splitter.push(chunk));
  yield* found(splitter.end());
  return {
    form: isEmpty && splitter.logs === 0 ? "empty" : yaml === null ? "JSON" : "YAML",
    bytes: splitter.read,
    logs: splitter.logs,
    notes: yaml?.notes ?? [],
  };
}

/** The text whole, as the API has it. */
async function* externalChunks(chunks: Chunks, name: string): AsyncGenerator<Uint8Array, void> {
  const parts = new ByteParts();
  for await (const chunk of chunks) {
    if (parts.size + chunk.length > INTERNAL_BYTES_MAX) {
      throw new ObjectsError(
        `${name}: a list of kubectl up to 1.13 of more than 256 MiB is not read`,
        OBJECTS_ADVICE,
      );
    }
    parts.add(chunk);
  }
  yield externalForm(parts.take());
}

/** Whether a text is YAML; throws for what is neither that nor JSON, with what it is. */
function isYaml(start: Uint8Array, name: string): boolean {
  const text = new TextDecoder().decode(start.subarray(0, BEGINNING_BYTES));
  const begins = text.trimStart();
  const strange = STRANGE.find(({ begin }) => begin.test(begins));
  if (strange !== undefined) throw new ObjectsError(`${name}: ${strange.problem}`, strange.advice);
  if (/^[{[]/.test(begins)) {
    if (FLOW.test(begins) && FLOW_SAYS_WHAT_IT_IS.test(begins)) return true;
    return DOCUMENT_MARK.test(begins);
  }
  if (begins.startsWith("==== START ")) return false;
  if (begins === "" && start.length < BEGINNING_BYTES) return false;
  if (!text.includes("\0") && SAYS_WHAT_IT_IS.test(text)) return true;
  throw new ObjectsError(`${name}: this is ${identify(start).words}`, OBJECTS_ADVICE);
}

async function withoutTerminal(chunks: Chunks): ReturnType<typeof beginningOf> {
  const text = await beginningOf(chunks, BEGINNING_BYTES);
  const isOfTerminal = terminalOf(new TextDecoder().decode(text.start));
  if (isOfTerminal === null) return text;
  return beginningOf(blanked(isOfTerminal, text.rest), BEGINNING_BYTES);
}

async function* blanked(isOfTerminal: IsOfTerminal, chunks: Chunks): AsyncGenerator<Uint8Array> {
  for await (const lines of linesOf(chunks)) {
    const alone = lines.map((line) => (isOfTerminal(line) ? blankOf(line) : line));
    yield encoder.encode(alone.map((line) => `${line}\n`).join(""));
  }
}

async function* jsonOf(yaml: YamlObjects, chunks: Chunks): AsyncGenerator<Uint8Array, void> {
  for await (const lines of linesOf(chunks)) {
    for (const line of lines) yaml.push(line);
    const made = encoder.encode(yaml.take());
    if (made.length > 0) yield made;
  }
  yaml.end();
  yield encoder.encode(yaml.take());
}

/** The lines that end in each chunk; the last one may lack its line break. */
async function* linesOf(chunks: Chunks): AsyncGenerator<readonly string[], void> {
  const decoder = new TextDecoder();
  let pending = "";
  for await (const chunk of chunks) {
    const text = pending + decoder.decode(chunk as Uint8Array<ArrayBuffer>, { stream: true });
    const lines = text.split("\n");
    pending = lines.pop() ?? "";
    yield lines;
  }
  yield [pending + decoder.decode()];
}
