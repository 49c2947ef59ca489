/** Answers of the query API, series by series: what they hold is numbers of someone else's. */

import { walkElements } from "../json/elements.ts";
import { MembersError, membersOf } from "../json/members.ts";
import { isTime } from "./track.ts";

export type Labels = Readonly<Record<string, string>>;

/** A series as the API has it. */
export interface AnsweredSeries {
  readonly labels: Labels;
  /** Milliseconds since the epoch, and values; NaN and infinite ones are left out. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

export interface AnswerReading {
  readonly seriesCount: number;
  /** The server's own words: it could not ask all of its stores, or cut something off. */
  readonly warnings: readonly string[];
}

/** It is not an answer that can be read; the message is a clause without its subject. */
export class AnswerError extends Error {
  override readonly name = "AnswerError";
}

const decoder = new TextDecoder();
const WORDS_MAX = 300;
/** A label set, and as many samples as a server gives for one series. */
const SERIES_BYTES_MAX = 16 * 2 ** 20;

/** Visits every series of an answer of `query` or `query_range`. */
export function readAnswer(
  answer: Uint8Array,
  visit: (series: AnsweredSeries) => void,
): AnswerReading {
  try {
    return readMembers(answer, visit);
  } catch (error) {
    if (!(error instanceof MembersError)) throw error;
    throw new AnswerError(`it is not an answer of Prometheus' query API: ${error.message}`);
  }
}

function readMembers(answer: Uint8Array, visit: (series: AnsweredSeries) => void): AnswerReading {
  const members = membersOf(answer);
  if (textOf(members.get("status")) === "error") {
    throw new AnswerError(`it says that the query failed: ${textOf(members.get("error"))}`);
  }
  // Some tools save the content alone.
  const content = members.get("data");
  const { result, resultType } = Object.fromEntries(
    content === undefined ? members : membersOf(content),
  );
  const type = textOf(resultType);
  if (result === undefined) {
    throw new AnswerError("it is not an answer of Prometheus' query API: it has no result");
  }
  if (type !== "" && type !== "matrix" && type !== "vector") {
    throw new AnswerError(`its result is a ${type}; a matrix or a vector is needed`);
  }
  let seriesCount = 0;
  const isWhole = walkElements(result, (element) => {
    visit(seriesOf(element));
    seriesCount += 1;
    return true;
  });
  if (!isWhole) throw new AnswerError("its result is not a list of series");
  return { seriesCount, warnings: wordsOf(members.get("warnings")) };
}

function seriesOf(element: Uint8Array): AnsweredSeries {
  if (element.length > SERIES_BYTES_MAX) {
    throw new AnswerError(`one of its series has ${element.length} bytes, and 16 MiB are read`);
  }
  const { metric, values, value } = objectOf(element);
  const labels: Record<string, string> = {};
  for (const [name, text] of Object.entries(metric ?? {})) labels[name] = String(text);
  const series = { labels, times: [] as number[], values: [] as number[] };
  for (const sample of Array.isArray(values) ? values : value === undefined ? [] : [value]) {
    if (!Array.isArray(sample)) throw new AnswerError("a sample in it is not a pair");
    const [time, number] = [Number(sample[0]), Number(sample[1])];
    if (!Number.isFinite(time)) throw new AnswerError("a sample in it has no time");
    if (!isTime(time * 1000))
      throw new AnswerError("a sample in it has a time that no clock shows");
    if (!Number.isFinite(number)) continue;
    series.times.push(Math.round(time * 1000));
    series.values.push(number);
  }
  return series;
}

interface SeriesObject {
  readonly metric?: Readonly<Record<string, unknown>> | null;
  readonly values?: unknown;
  readonly value?: unknown;
}

function objectOf(element: Uint8Array): SeriesObject {
  try {
    const parsed: unknown = JSON.parse(decoder.decode(element));
    if (typeof parsed === "object" && parsed !== null) return parsed;
  } catch {
    // Said below: the words of the parser quote what it read.
  }
  throw new AnswerError("a series in it is not a JSON object");
}

function textOf(member: Uint8Array | undefined): string {
  if (member === undefined || member.length > SERIES_BYTES_MAX) return "";
  try {
    const text: unknown = JSON.parse(decoder.decode(member));
    return typeof text === "string" ? text.slice(0, WORDS_MAX) : "";
  } catch {
    return "";
  }
}

function wordsOf(member: Uint8Array | undefined): readonly string[] {
  const words: string[] = [];
  if (member !== undefined) {
    walkElements(member, (element) => {
      words.push(textOf(element));
      return words.length < 5;
    });
  }
  return words.filter((word) => word !== "");
}
