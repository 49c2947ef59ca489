/** How the values of options are written, where several options take the same. */
import { durationSeconds, numberWithUnit } from "../../text/duration.ts";
import { OptionError } from "./row.ts";

const BYTES: Readonly<Record<string, number>> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };
/** A name that the API server accepts: it becomes a part of paths and selectors. */
const NODE_NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Seconds, written as `10s`, `1.5m`, `12h` or `7d`. */
export function readSeconds(text: string): number {
  const seconds = durationSeconds(text);
  if (seconds > 0) return seconds;
  throw new OptionError("Write it as 10s, 5m, 12h or 7d, above zero.");
}

/** The same, or `0s`. */
export function readSecondsOrZero(text: string): number {
  return /^0+[smhd]?$/.test(text) ? 0 : readSeconds(text);
}

export function readBytes(text: string): number {
  const bytes = numberWithUnit(text, BYTES);
  if (bytes > 0) return bytes;
  throw new OptionError("Write it as 64Mi or 2Gi, above zero.");
}

export function readCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new OptionError("Write a whole number above zero.");
}

/** The number of a step, from 0 on. */
export function readStep(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new OptionError("Write it as a number.");
}

export function readNodeName(text: string): string {
  if (NODE_NAME.test(text)) return text;
  throw new OptionError("Write the name of a Node, as kubectl get nodes shows it.");
}

export interface PodReference {
  readonly namespace: string;
  readonly name: string;
}

/** One pod, by its whole name. */
export function readPodReference(text: string): PodReference {
  const [namespace = "", name = "", more] = text.split("/");
  if (namespace !== "" && name !== "" && more === undefined) return { namespace, name };
  throw new OptionError(`${text}: write a pod as NAMESPACE/NAME, or give --namespace.`);
}

/** The value of an option about a node: `NODE=FILE`, or a file alone. */
export interface NodeFile {
  /** Null where none is named. */
  readonly node: string | null;
  readonly path: string;
}

export function readNodeFile(text: string): NodeFile {
  const { node, path = text } = /^(?<node>[a-z0-9.-]{1,253})=(?<path>.+)$/.exec(text)?.groups ?? {};
  if (path === "") throw new OptionError("Write it as FILE, or as NODE=FILE.");
  return { node: node ?? null, path };
}
