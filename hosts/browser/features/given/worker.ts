/** Answers about documents that are not a capture: logs, messages, events and objects. */

import { answersTo } from "../../../../analysis/questions/given/answers.ts";
import {
  withObjectsOf,
  withoutLooseFolders,
} from "../../../../analysis/questions/given/folders.ts";
import { areTogether, recognizeGiven } from "../../../../analysis/questions/given/recognized.ts";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";
import { UnreadableError } from "../../../../analysis/read/unreadable.ts";
import type { BroughtCluster, OpenRequest, Request } from "../../session/protocol.ts";
import { Turns } from "../../session/turns.ts";
import { askingOf } from "../../worker/asking.ts";
import type { Reply } from "../../worker/replies.ts";
import type { Session } from "../../worker/session.ts";

/** The documents that are being read, until others come or the user stops it. */
class Reading {
  #turns: object | null = null;

  begin(): Turns {
    const own = {};
    this.#turns = own;
    return new Turns(() => this.#turns === own);
  }

  stop(): void {
    this.#turns = null;
  }
}

/** What is not a capture: `refusal` says so, and is the reason where nothing else is known. */
export async function openOthers(
  session: Session,
  { documents, asked }: OpenRequest,
  reply: Reply,
  refusal: UnreadableError | null,
): Promise<void> {
  const reading = session.keep(Reading, () => new Reading());
  const asking = askingOf(session, reading.begin(), reply);
  const answers = await answersTo(documents, asking, asked ?? null, refusal);
  reply({ kind: "answered", answered: { ...answers, documents } });
  if (answers.ofNode.length > 0) {
    await session.open({ kind: "open", documents: answers.ofNode }, reply);
  }
}

/** Documents that come while answers are on show, or with folders among them. */
export async function openNext(session: Session, given: OpenRequest, reply: Reply): Promise<void> {
  const documents = withoutLooseFolders(given.documents);
  const request = { ...given, documents };
  const { answered = [] } = request;
  const brought = await broughtCluster(session, request, reply);
  if (brought !== null) return reply({ kind: "brought", brought });
  const names = documents.map(({ name }) => name);
  const earlier = answered.filter(({ name }) => !names.includes(name));
  const completes = documents.length > 0 && (await areTogether(earlier, documents));
  if (completes || request.asked !== undefined) {
    await session.remember(documents);
    const both = { ...request, documents: [...earlier, ...documents] };
    return openOthers(session, both, reply, null);
  }
  if (request.isCaptureHidden === true && (await areConfigurations(documents))) {
    await session.remember(documents);
    return openOthers(session, request, reply, null);
  }
  try {
    await session.open(request, reply);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    await openOthers(session, request, reply, error);
  }
}

async function areConfigurations(documents: readonly GivenDocument[]): Promise<boolean> {
  const recognized = await Promise.all(documents.map(recognizeGiven));
  return recognized.every(({ format }) => format === "configuration");
}

/** The objects among documents that came for a purpose; null where there are none. */
async function broughtCluster(
  session: Session,
  { documents, purpose }: OpenRequest,
  reply: Reply,
): Promise<BroughtCluster | null> {
  if (purpose === undefined) return null;
  const reading = session.keep(Reading, () => new Reading());
  const all = await withObjectsOf(documents, askingOf(session, reading.begin(), reply));
  const recognized = await Promise.all(all.map(recognizeGiven));
  const of = (...formats: readonly (string | null)[]) =>
    recognized.filter(({ format }) => formats.includes(format)).map(({ given }) => given);
  if (of("objects").length === 0) return null;
  const [scenario = null] = of("scenario");
  return { purpose, objects: of("objects", "pods"), scenario };
}

export async function stopReading(session: Session, _: Request, reply: Reply): Promise<void> {
  session.keep(Reading, () => new Reading()).stop();
  reply({ kind: "stopped" });
}
