import type { Decision } from "../../../analysis/engine/decision.ts";
import type { ClosingParts } from "../../../analysis/questions/replay/closing.ts";
import type { ReportSubject } from "../../../analysis/questions/report/assumptions.ts";
import { versions } from "../../../analysis/questions/report/document.ts";
import type { Document } from "../../../analysis/text/document.ts";
import type { Io } from "../../system/io.ts";
import { moduleDigest } from "../../system/modules.ts";
import { type Session, subjectOf } from "../input/session.ts";
import { type DocumentOptions, printDocument } from "../printDocument.ts";

/** What a document says of the capture of a session. */
export function reportSubject(
  session: Session,
  closing: Omit<ClosingParts, "thresholds">,
): ReportSubject {
  const { capture, policy, form } = session;
  const missing = capture.header?.missing;
  return {
    ...subjectOf(session),
    isConfigured: form !== undefined,
    missing: Array.isArray(missing) ? missing.map(String) : [],
    policy,
    closing: { ...closing, thresholds: policy.thresholds },
  };
}

/** Writes a document for others, with the versions that find the same decisions again. */
export async function printReport(
  document: Document,
  decisions: readonly Decision[],
  { policy }: Session,
  options: DocumentOptions,
  io: Io,
): Promise<void> {
  const facts = versions(policy, decisions, await moduleDigest("eviction"));
  await printDocument(document, options, io, facts);
}
