/** Equivalent forms of an input: what says the same in other bytes, or comes another way. */
import { gzipSync } from "node:zlib";

export interface Form {
  readonly name: string;
  /** It differs in several ways at once: a test without the time for all uses these. */
  readonly isHardest?: true;
  /** The bytes of a text that ends in a newline. */
  readonly of: (text: string) => Uint8Array;
}

/** How standard input gives a text. */
export interface Way {
  readonly name: string;
  readonly isHardest?: true;
  readonly chunksOf: (text: string) => Iterable<Uint8Array>;
}

const BYTE_ORDER_MARK = "\ufeff";
const unended = (text: string) => text.replace(/\n$/, "");
const ofDos = (text: string) => text.replaceAll("\n", "\r\n");
const middle = (text: string) => text.indexOf("\n", text.length / 2) + 1;

function twoMembers(text: string): Uint8Array {
  const at = middle(text);
  return Buffer.concat([gzipSync(text.slice(0, at)), gzipSync(text.slice(at))]);
}

export const AS_IS: Form = { name: "as it is", of: (text) => Buffer.from(text) };

export const FORMS: readonly Form[] = [
  { name: "without a final newline", of: (text) => Buffer.from(unended(text)) },
  { name: "with CRLF", of: (text) => Buffer.from(ofDos(text)) },
  {
    name: "with CRLF, without the last",
    isHardest: true,
    of: (text) => Buffer.from(ofDos(unended(text))),
  },
  { name: "with a byte order mark", of: (text) => Buffer.from(BYTE_ORDER_MARK + text) },
  { name: "with an empty line at its end", of: (text) => Buffer.from(`${text}\n`) },
  { name: "with spaces at its end", of: (text) => Buffer.from(`${unended(text)}   \n`) },
  { name: "as gzip", of: (text) => gzipSync(text) },
  { name: "as gzip, without a final newline", of: (text) => gzipSync(unended(text)) },
  { name: "as gzip of two members", isHardest: true, of: twoMembers },
  {
    name: "as gzip with CRLF and a byte order mark, padded with zeros",
    isHardest: true,
    of: (text) => Buffer.concat([gzipSync(BYTE_ORDER_MARK + ofDos(text)), Buffer.alloc(512)]),
  },
  {
    name: "in UTF-16, as PowerShell writes it",
    isHardest: true,
    of: (text) => Buffer.from(BYTE_ORDER_MARK + ofDos(text), "utf16le"),
  },
  {
    name: "in UTF-16 with the higher byte first",
    of: (text) => Buffer.from(BYTE_ORDER_MARK + text, "utf16le").swap16(),
  },
  {
    name: "in UTF-16 without a mark, as gzip",
    of: (text) => gzipSync(Buffer.from(text, "utf16le")),
  },
];

function* bytesOf(whole: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < whole.length; at += 1) yield whole.subarray(at, at + 1);
}

export const WAYS: readonly Way[] = [
  { name: "whole", chunksOf: (text) => [Buffer.from(text)] },
  { name: "in chunks of a byte", chunksOf: (text) => bytesOf(Buffer.from(unended(text))) },
  {
    name: "as gzip of two members in chunks of a byte",
    isHardest: true,
    chunksOf: (text) => bytesOf(twoMembers(text)),
  },
  {
    name: "in UTF-16 in chunks of a byte",
    chunksOf: (text) => bytesOf(Buffer.from(BYTE_ORDER_MARK + ofDos(text), "utf16le")),
  },
];
