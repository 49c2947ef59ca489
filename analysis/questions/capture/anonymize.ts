import type { CaptureHeader, CaptureRecord } from "../../read/capture/capture.ts";
import { JsonTextError } from "../../read/json/parse.ts";
import { JsonObject, type JsonTree } from "../../read/json/tree.ts";
import { anonymousMessage } from "./anonymize/message.ts";
import { Pseudonyms } from "./anonymize/pseudonyms.ts";
import { VOCABULARIES } from "./anonymize/words.ts";
import { HEADER, POD_LIST, SUMMARY } from "./reduce/documents.ts";
import { projectDocument, type Visitor } from "./reduce/project.ts";
import type { LeafKind, NameKind, Shape, WordKind } from "./reduce/shape.ts";

export interface AnonymizeOptions {
  /** The same key gives the same pseudonyms, in every capture; who has it can test a guess. */
  readonly key: string;
  /** Keep the names of Kubernetes' own namespaces (`kube-system` and its like). Default: no. */
  readonly keepSystemNamespaces?: boolean;
}

const SYSTEM_NAMESPACES = new Set(["default", "kube-node-lease", "kube-public", "kube-system"]);
const NAMES = new Set<LeafKind>(["node", "namespace", "pod", "uid", "container", "volume"]);
/** Looser than the grammars, which the engine knows: what matters is that no name fits. */
const QUANTITY = /^[\t-\r ]*[+-]?[0-9.]*[eEinumkKMGTP]{0,2}[+-]?[0-9]*[\t-\r ]*$/;
/** Percentages are spelled as Go spells a float: `10%`, `1_0%`, `0x1p3%`, `NaN%`. */
const FLOATS = [
  "[0-9_.]{1,40}(?:e[+-]?[0-9_]{1,6})?",
  "0x[0-9a-f_.]{1,40}(?:p[+-]?[0-9_]{1,6})?",
  "nan",
  "inf(?:inity)?",
];
const PERCENTAGE = new RegExp(`^[+-]?(?:${FLOATS.join("|")})%{1,2}$`, "i");
const DURATION = /^[+-]?(?:0|(?:[0-9.]{1,20}(?:ns|us|µs|μs|ms|s|m|h)){1,6})$/;
const THRESHOLDS = [QUANTITY, PERCENTAGE, DURATION];
const TIME = /^[0-9]{4}-[0-9TZ:.,+-]{6,40}$/;
const UNREADABLE = "unreadable";

export async function anonymizer(options: AnonymizeOptions): Promise<Anonymizer> {
  return new Anonymizer(await Pseudonyms.of(options.key), options);
}

/**
 * Reduces a capture and gives everything that has a name a pseudonym. What is kept is named by the
 * same shapes as in `reduce`, and a text is kept only when it is a number, a time or a word the
 * policy knows: nothing else of the original is left. Pods that tie in every comparator are
 * ordered by uid, so a pseudonym may change which is first; `alternatives` lists all of them.
 */
export class Anonymizer {
  readonly #pseudonyms: Pseudonyms;
  readonly #visitor: Visitor;

  constructor(pseudonyms: Pseudonyms, options: AnonymizeOptions) {
    this.#pseudonyms = pseudonyms;
    this.#visitor = visitorOf(pseudonyms, options.keepSystemNamespaces ?? false);
  }

  async header(header: CaptureHeader): Promise<CaptureHeader> {
    // Vendors put their names behind the version.
    const kubelet = String(header.kubelet ?? "").replace(/^(v?\d+\.\d+(?:\.\d+)?).*/, "$1");
    const bytes = new TextEncoder().encode(
      JSON.stringify(kubelet === "" ? header : { ...header, kubelet }),
    );
    const anonymous = await this.#document(bytes, HEADER);
    const members = JSON.parse(new TextDecoder().decode(anonymous));
    return { plimsoll: header.plimsoll, ...members };
  }

  async record(record: CaptureRecord): Promise<CaptureRecord> {
    const { time, line, pods, summary, reclaimed, summaryError } = record;
    return {
      time,
      line,
      ...(pods === undefined ? {} : { pods: await this.#document(pods, POD_LIST) }),
      summary: summary === null ? null : await this.#document(summary, SUMMARY),
      ...(summaryError === undefined ? {} : { summaryError: "The Summary could not be read." }),
      ...(reclaimed === null ? { reclaimed } : {}),
      ...(reclaimed ? { reclaimed: await this.#document(reclaimed, SUMMARY) } : {}),
      others: new Map(),
    };
  }

  /** The first pass asks for the pseudonyms it meets, the second has them all. */
  async #document(document: Uint8Array, shape: Shape): Promise<Uint8Array> {
    try {
      const anonymous = projectDocument(document, shape, this.#visitor);
      if (!(await this.#pseudonyms.make())) return anonymous;
      return projectDocument(document, shape, this.#visitor);
    } catch (error) {
      // Bytes that are not JSON may hold anything; what is left says only that they were refused.
      if (!(error instanceof JsonTextError) && !(error instanceof TypeError)) throw error;
      return new TextEncoder().encode(UNREADABLE);
    }
  }
}

function visitorOf(pseudonyms: Pseudonyms, keepSystemNamespaces: boolean): Visitor {
  const named = (kind: NameKind, name: string): string => {
    // An absent name is absent under any key.
    if (name === "") return name;
    if (kind === "namespace" && keepSystemNamespaces && SYSTEM_NAMESPACES.has(name)) return name;
    return pseudonyms.get(kind, name) ?? "";
  };
  return {
    isAnonymous: true,
    leaf(value, kind) {
      if (typeof value !== "string") return withoutContent(value);
      if (kind === "evictionMessage" && value !== "") {
        return anonymousMessage(value, named) ?? UNREADABLE;
      }
      return NAMES.has(kind) ? named(kind as NameKind, value) : textOf(kind, value);
    },
    mismatch: (value) => (typeof value === "string" ? UNREADABLE : withoutContent(value)),
  };
}

function textOf(kind: LeafKind, text: string): string {
  // Whether a text is empty is all that some members are asked, and an empty one says nothing.
  if (text === "") return text;
  if (kind === "time") return TIME.test(text) ? text : UNREADABLE;
  if (kind === "quantity") return QUANTITY.test(text) ? text : UNREADABLE;
  if (kind === "threshold") return THRESHOLDS.some((form) => form.test(text)) ? text : UNREADABLE;
  const vocabulary = VOCABULARIES[kind as WordKind];
  if (vocabulary === undefined) return UNREADABLE;
  return vocabulary.words.test(text) ? text : vocabulary.otherwise;
}

/** Numbers, booleans and null are kept; what should be a scalar and is not keeps its type alone. */
function withoutContent(value: JsonTree): JsonTree {
  if (Array.isArray(value)) return [];
  return value instanceof JsonObject ? new JsonObject([]) : value;
}
