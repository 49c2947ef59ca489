/**
 * Lists that are items of lists, as scripts make them that put answers of kubectl into one list:
 * the module takes an item for an object. Each run of objects becomes a document of its own, in
 * the order in which they stand: a later object replaces an earlier one.
 */
import { BRACKET_CLOSE, skipSpace, skipValue } from "../json/bytes.ts";
import { walkElements } from "../json/elements.ts";
import { memberName, memberNamed } from "../json/members.ts";
import { contains, textOf } from "./documentBytes.ts";
import type { ObjectDocument } from "./objectCutter.ts";
import { ObjectsError } from "./objectsError.ts";

const LIST = "List";
const LIST_MARK = new TextEncoder().encode('List"');
const KIND = memberName("kind");
const ITEMS = memberName("items");
/** Each level is looked at once more for every one above it. */
const LEVELS_MAX = 16;
const encoder = new TextEncoder();

/** The content of a list from one place to another: objects, or one list. */
interface Run {
  readonly start: number;
  end: number;
  readonly first: number;
  readonly isList: boolean;
}

/** A list of a document, at a place in its bytes. */
interface Found {
  readonly kind: string;
  /** As in `$.items[2]`. */
  readonly path: string;
  readonly level: number;
  readonly runs: readonly Run[];
}

/** The document, or the documents that its objects make without the lists between them. */
export function withoutNestedLists(name: string, whole: ObjectDocument): readonly ObjectDocument[] {
  const { bytes, prefix } = whole;
  if (!contains(bytes.subarray(prefix), LIST_MARK)) return [whole];
  const documents: ObjectDocument[] = [];
  let plain = 0;
  for (let at = skipSpace(bytes, 0); at < bytes.length; at = skipSpace(bytes, at)) {
    const end = skipValue(bytes, at);
    // The module says what is wrong with it.
    if (end <= at) break;
    const counted = whole.firstItem ?? 0;
    const list = listAt(bytes, { start: at, end, path: "$", level: 1, counted });
    if (list?.runs.some(({ isList }) => isList)) {
      if (plain < at) documents.push(partOf(whole, plain, at));
      documents.push(...flattened(name, whole, list));
      plain = end;
    }
    at = end;
  }
  if (plain === 0) return [whole];
  const rest = skipSpace(bytes, plain);
  return rest < bytes.length ? [...documents, partOf(whole, rest, bytes.length)] : documents;
}

/** Some of the values of a document, as they are. */
function partOf({ bytes, offset }: ObjectDocument, start: number, end: number): ObjectDocument {
  return { bytes: bytes.subarray(start, end), offset: offset + start, prefix: 0, firstItem: null };
}

function flattened(name: string, whole: ObjectDocument, list: Found): ObjectDocument[] {
  const documents: ObjectDocument[] = [];
  const place = whole.offset - whole.prefix;
  const open: { readonly list: Found; next: number }[] = [{ list, next: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const run = top.list.runs[top.next];
    top.next += 1;
    if (run === undefined) open.pop();
    else if (run.isList) {
      const { path, level } = top.list;
      if (level === LEVELS_MAX) throw tooDeep(name, place + run.start);
      const inner = { path: `${path}.items[${run.first}]`, level: level + 1, counted: 0 };
      const found = listAt(whole.bytes, { ...run, ...inner });
      if (found !== null) open.push({ list: found, next: 0 });
    } else documents.push(documentOf(whole, top.list, run));
  }
  return documents;
}

function tooDeep(name: string, place: number): ObjectsError {
  return new ObjectsError(
    `${name}: the list at byte ${place} lies in ${LEVELS_MAX} others`,
    "give its objects in one list",
  );
}

function documentOf(whole: ObjectDocument, { kind, path }: Found, run: Run): ObjectDocument {
  const head = encoder.encode(`{"kind":${JSON.stringify(kind)},"items":[`);
  const items = whole.bytes.subarray(run.start, run.end);
  const bytes = new Uint8Array(head.length + items.length + 2);
  bytes.set(head);
  bytes.set(items, head.length);
  bytes.set(encoder.encode("]}"), head.length + items.length);
  const offset = whole.offset - whole.prefix + run.start;
  return { bytes, offset, prefix: head.length, firstItem: run.first, list: path };
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly level: number;
  /** The number of its first item: of a list that was cut, those before it count. */
  readonly counted: number;
}

/** The list that a value is; null for any other value. */
function listAt(bytes: Uint8Array, { start, end, path, level, counted }: Place): Found | null {
  const value = bytes.subarray(start, end);
  const items = itemsOf(value);
  if (items === undefined) return null;
  const kind = textOf(memberNamed(value, KIND)) || LIST;
  const runs: Run[] = [];
  let count = counted;
  walkElements(items, (item) => {
    const from = item.byteOffset - bytes.byteOffset;
    const isList = isListOf(item);
    const last = runs.at(-1);
    if (last === undefined || isList || last.isList) {
      runs.push({ start: from, end: from + item.length, first: count, isList });
    } else last.end = from + item.length;
    count += 1;
    return true;
  });
  return { kind, path, level, runs };
}

function itemsOf(value: Uint8Array): Uint8Array | undefined {
  try {
    return memberNamed(value, ITEMS);
  } catch {
    // The module says what is wrong with it.
    return undefined;
  }
}

function isListOf(item: Uint8Array): boolean {
  if (!contains(item, LIST_MARK) || itemsOf(item)?.at(-1) !== BRACKET_CLOSE) return false;
  return textOf(memberNamed(item, KIND)).endsWith(LIST);
}
