/** A text of Kubernetes objects, in any form that kubectl prints, as documents for the module. */
import { ByteParts } from "../../engine/byteParts.ts";
import { identify } from "../recognize/identify.ts";
import { encodingOf } from "../recognize/text.ts";
import { type ObjectDocument, ObjectSplitter, type SplittingOptions } from "./objectSplitter.ts";
import { ObjectsError } from "./objectsError.ts";
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
  const { start, rest } = await beginningOf(chunks);
  const utf8 = asUtf8(rest, start);
  const yaml = isYaml(start, options.name) ? new YamlObjects(options.name) : null;
  const json = yaml === null ? utf8 : jsonOf(yaml, utf8);
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

/** The first bytes, as far as it takes to say what they are, and all of them again. */
async function beginningOf(chunks: Chunks): Promise<{ start: Uint8Array; rest: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const parts = new ByteParts();
  while (parts.size < BEGINNING_BYTES) {
    const next = await iterator.next();
    if (next.done) break;
    parts.add(next.value);
  }
  const start = parts.take();
  const rest = (async function* () {
    if (start.length > 0) yield start;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  return { start, rest };
}

/** Whether a text is YAML; throws for what is neither that nor JSON, with what it is. */
function isYaml(start: Uint8Array, name: string): boolean {
  const text = new TextDecoder(encodingOf(start)).decode(start.subarray(0, BEGINNING_BYTES));
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

/** UTF-8 without its byte order mark, of UTF-8 or of UTF-16, which PowerShell writes. */
async function* asUtf8(chunks: Chunks, start: Uint8Array): AsyncGenerator<Uint8Array, void> {
  const encoding = encodingOf(start);
  const isMarked = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf;
  if (encoding === "utf-8") {
    let isFirst = isMarked;
    for await (const chunk of chunks) {
      yield isFirst ? chunk.subarray(3) : chunk;
      isFirst = false;
    }
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    yield encoder.encode(decoder.decode(chunk as Uint8Array<ArrayBuffer>, { stream: true }));
  }
  yield encoder.encode(decoder.decode());
}

async function* jsonOf(yaml: YamlObjects, chunks: Chunks): AsyncGenerator<Uint8Array, void> {
  const decoder = new TextDecoder();
  let pending = "";
  const lines = (text: string) => {
    const parts = (pending + text).split("\n");
    pending = parts.pop() ?? "";
    for (const line of parts) yaml.push(line);
    return encoder.encode(yaml.take());
  };
  for await (const chunk of chunks) {
    const made = lines(decoder.decode(chunk as Uint8Array<ArrayBuffer>, { stream: true }));
    if (made.length > 0) yield made;
  }
  yield lines(`${decoder.decode()}\n`);
  yaml.end();
  yield encoder.encode(yaml.take());
}
