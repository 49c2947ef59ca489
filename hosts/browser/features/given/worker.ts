/** Answers about documents that are not a capture: logs, messages, events and objects. */

import { answersTo, refusalOf } from "../../../../analysis/questions/given/answers.ts";
import {
  withObjectsOf,
  withoutLooseFolders,
} from "../../../../analysis/questions/given/folders.ts";
import { areTogether, recognizeGiven } from "../../../../analysis/questions/given/recognized.ts";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";
import { UnreadableError } from "../../../../analysis/read/unreadable.ts";
import type { OpenRequest, Request } from "../../session/protocol.ts";
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
  request: OpenRequest,
  reply: Reply,
  refusal: UnreadableError,
): Promise<void> {
  if (await bringCluster(session, request, reply)) return;
  await answerAbout(session, request, reply, refusal);
}

async function answerAbout(
  session: Session,
  { documents, asked }: OpenRequest,
  reply: Reply,
  refusal: UnreadableError | null,
): Promise<void> {
  const reading = session.keep(Reading, () => new Reading());
  const asking = askingOf(session, reading.begin(), reply);
  const answers = await answersTo(documents, asking, asked ?? null, refusal);
  reply({ kind: "answered", answered: { ...answers, documents } });
  // What is asked about an answer changes nothing of a capture.
  if (asked === undefined && answers.ofNode.length > 0) {
    await session.open({ kind: "open", documents: answers.ofNode }, reply);
  }
}

/** Documents that come while no capture of the user is on show, or with folders among them. */
export async function openNext(session: Session, given: OpenRequest, reply: Reply): Promise<void> {
  const documents = withoutLooseFolders(given.documents);
  const request = { ...given, documents };
  const both = { ...request, documents: await withEarlier(request) };
  const completes = both.documents.length > documents.length;
  if (await bringCluster(session, both, reply)) return;
  if (completes || request.asked !== undefined) {
    await session.remember(documents);
    return answerAbout(session, both, reply, null);
  }
  if (request.lacksCapture === true && (await areConfigurations(documents))) {
    await session.remember(documents);
    return answerAbout(session, request, reply, null);
  }
  try {
    await session.open(request, reply);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    await answerAbout(session, request, reply, error);
  }
}

/** Documents with those on show that they complete; those of the same name replace them. */
async function withEarlier({
  documents,
  answered = [],
  purpose,
}: OpenRequest): Promise<readonly GivenDocument[]> {
  const names = documents.map(({ name }) => name);
  const earlier = answered.filter(({ name }) => !names.includes(name));
  // Where a cluster is on show, other objects are another cluster, unless a scenario lacks them.
  const isOther =
    purpose !== undefined && !(await hasScenario(documents)) && !(await hasScenario(earlier));
  const completes = documents.length > 0 && !isOther && (await areTogether(earlier, documents));
  return completes ? [...earlier, ...documents] : documents;
}

async function hasScenario(documents: readonly GivenDocument[]): Promise<boolean> {
  const recognized = await Promise.all(documents.map(recognizeGiven));
  return recognized.some(({ format }) => format === "scenario");
}

async function areConfigurations(documents: readonly GivenDocument[]): Promise<boolean> {
  const recognized = await Promise.all(documents.map(recognizeGiven));
  return recognized.every(({ format }) => format === "configuration");
}

/** Hands over a scenario, or the objects that came for a purpose; false without any. */
async function bringCluster(
  session: Session,
  { documents, ...request }: OpenRequest,
  reply: Reply,
): Promise<boolean> {
  const purpose = (await hasScenario(documents)) ? "simulate" : request.purpose;
  if (purpose === undefined) return false;
  const reading = session.keep(Reading, () => new Reading());
  const all = await withObjectsOf(documents, askingOf(session, reading.begin(), reply));
  const recognized = await Promise.all(all.map(recognizeGiven));
  const objects = recognized.filter(({ format }) => format === "objects" || format === "pods");
  const scenario = recognized.find(({ format }) => format === "scenario");
  // A scenario may create its cluster; else the view says what is missing, and waits for it.
  const isCluster = objects.some(({ format }) => format === "objects");
  if (!isCluster && (scenario === undefined || objects.length > 0)) return false;
  const used = new Set([...objects, scenario]);
  // Of a bundle, only its objects are of use here.
  const leftOut = recognized
    .filter((each) => !used.has(each) && documents.includes(each.given))
    .map(refusalOf);
  reply({
    kind: "brought",
    brought: {
      purpose,
      objects: objects.map(({ given }) => given),
      scenario: scenario?.given ?? null,
    },
    taken: leftOut.length === 0 ? null : leftOut.join(" "),
  });
  return true;
}

export async function stopReading(session: Session, _: Request, reply: Reply): Promise<void> {
  session.keep(Reading, () => new Reading()).stop();
  reply({ kind: "stopped" });
}
