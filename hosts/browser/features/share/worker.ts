import type { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { type Anonymizer, anonymizer } from "../../../../analysis/questions/capture/anonymize.ts";
import { reduceHeader, reduceRecord } from "../../../../analysis/questions/capture/reduce.ts";
import type { Capture, CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { gzip } from "../../../../analysis/read/capture/gzip.ts";
import { headerOfOptions } from "../../../../analysis/read/capture/header.ts";
import { formatHeader, formatRecord } from "../../../../analysis/read/capture/writer.ts";
import type { NamedCapture } from "../../../../analysis/read/recognize/given.ts";
import { UnreadableError } from "../../../../analysis/read/unreadable.ts";
import type { Linked, SharedCapture, ShareInput } from "../../session/protocol.ts";
import { readScenario, type Scenario } from "../../session/scenario.ts";
import { Turns } from "../../session/turns.ts";
import type { Handlers } from "../../worker/handlers.ts";
import { reportProgress } from "../../worker/replies.ts";
import { anonymousConfigurations, anonymousScenario } from "./anonymous.ts";
import { LINES_MAX, readLink, writeLink } from "./link.ts";
import { NO_PSEUDONYMS, SHARED_CAPTURE } from "./words.ts";

/** Sharing interrupts no decision, and no decision interrupts it. */
export const HANDLERS: Handlers<"share" | "address" | "link"> = {
  share: async (session, request, reply) => {
    const progress = reportProgress(reply, session.opened.steps.length);
    const work = { engine: session.questionEngine, turns: new Turns(() => true), progress };
    reply({ kind: "shared", shared: await share(session.given, request.share, work) });
  },
  address: async (session, { scenario }, reply) => {
    const turns = new Turns(() => true);
    const work = { engine: session.questionEngine, turns, progress: () => {} };
    const fragment = await addressOf(session.given, scenario, work);
    reply({ kind: "address", fragment });
  },
  link: async (_, { fragment }, reply) => {
    reply({ kind: "linked", linked: await openLink(fragment) });
  },
};

/** Characters; what is longer is shared as a file. */
export const FRAGMENT_MAX = 32_768;

/** What sharing needs, and what it reports: how many records are written. */
export interface ShareWork {
  readonly engine: EvictionEngine;
  readonly turns: Turns;
  readonly progress: (records: number) => void;
}

/**
 * A capture with a scenario in its header, as the fragment of a link and as a file. Throws
 * ConfigurationError for a configuration that cannot be understood, and so not be made anonymous.
 */
export async function share(
  capture: NamedCapture,
  { scenario, key }: ShareInput,
  work: ShareWork,
): Promise<SharedCapture> {
  const anonymous = key === null ? null : await anonymizerOf(key);
  const { example, ...own } = scenario;
  const kept = new KeptLines();
  const parts: BlobPart[] = [];
  const lines = kept.watch(linesOf(await capture.open(), own, anonymous, work.engine), work);
  for await (const chunk of gzip(lines)) parts.push(chunk as Uint8Array<ArrayBuffer>);
  const linked = example === undefined ? kept.all : await exampleLines(scenario, anonymous);
  return {
    fragment: linked === null ? null : await writeLink(linked),
    file: new Blob(parts, { type: "application/gzip" }),
  };
}

/** The same for the page's own address; null when it is longer than addresses are passed on. */
export async function addressOf(
  capture: NamedCapture,
  scenario: Scenario,
  work: ShareWork,
): Promise<string | null> {
  const fragment =
    scenario.example === undefined
      ? (await share(capture, { scenario, key: null }, work)).fragment
      : await writeLink(await exampleLines(scenario, null));
  return fragment !== null && fragment.length <= FRAGMENT_MAX ? fragment : null;
}

/** What a link holds, ready to be opened; throws UnreadableError. */
export async function openLink(fragment: string): Promise<Linked> {
  const lines = await readLink(fragment);
  const { scenario } = readScenario(scenarioIn(lines[0] ?? "") ?? {});
  const content = new Blob(lines.map((line) => `${line}\n`));
  return { document: { name: scenario.name ?? SHARED_CAPTURE, content }, scenario };
}

/** A line that is not a header is reported when the capture is opened. */
function scenarioIn(header: string): unknown {
  try {
    return JSON.parse(header).scenario;
  } catch {
    return undefined;
  }
}

/** Browsers make no digests for pages that anybody on the way could have changed. */
function anonymizerOf(key: string): Promise<Anonymizer> {
  if (crypto.subtle !== undefined) return anonymizer({ key });
  throw new UnreadableError(NO_PSEUDONYMS);
}

/** The user's own configuration may hold names; the pods of an example are public. */
async function exampleLines(scenario: Scenario, anonymous: Anonymizer | null): Promise<string[]> {
  const own = anonymous === null ? scenario : await anonymousConfigurations(scenario, anonymous);
  const header = formatHeader({ scenario: own });
  return [new TextDecoder().decode(header).trimEnd()];
}

async function* linesOf(
  { header, options, records }: Capture,
  scenario: Scenario,
  anonymous: Anonymizer | null,
  engine: EvictionEngine,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reducing = (record: CaptureRecord) => reduceRecord(engine, record);
  const rewriter = anonymous ?? { header: reduceHeader, record: reducing };
  const rewritten = await rewriter.header(header ?? headerOfOptions(options));
  const own = anonymous === null ? scenario : await anonymousScenario(scenario, anonymous);
  yield formatHeader({ ...rewritten, scenario: own });
  for await (const record of records) yield formatRecord(await rewriter.record(record));
}

/** The lines that pass, as texts, as long as they may have a place in a link. */
class KeptLines {
  #lines: string[] | null = [];
  #size = 0;

  /** Null when there were too many. */
  get all(): readonly string[] | null {
    return this.#lines;
  }

  async *watch(
    lines: AsyncIterable<Uint8Array>,
    { turns, progress }: ShareWork,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const decoder = new TextDecoder();
    let records = 0;
    for await (const line of lines) {
      // The first line is the header.
      progress(records++);
      this.#size += line.length;
      if (this.#size > LINES_MAX) this.#lines = null;
      this.#lines?.push(decoder.decode(line.subarray(0, -1)));
      yield line;
      if (turns.isOver) await turns.rest();
    }
  }
}
