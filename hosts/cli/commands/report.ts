import { rendered } from "../../../analysis/present/rendered.ts";
import { styleOf } from "../../../analysis/present/terminal/style.ts";
import { reportOf } from "../../../analysis/questions/report/document.ts";
import type { ReportRecord } from "../../../analysis/questions/report/recorder.ts";
import type { ReportForm } from "../../../analysis/text/document.ts";
import { version } from "../../../package.json";
import type { Io } from "../../system/io.ts";
import { moduleDigest } from "../../system/modules.ts";
import { type Session, subjectOf } from "../input/session.ts";

/** Writes what a replay came to as one file for others. */
export async function printReport(
  form: ReportForm,
  session: Session,
  record: ReportRecord,
  all: boolean,
  io: Io,
): Promise<void> {
  const { capture, policy } = session;
  const { name, title, ...subject } = subjectOf(session);
  const missing = capture.header?.missing;
  const document = reportOf(
    {
      ...subject,
      name: title === undefined ? name : `${name}: ${title}`,
      isConfigured: session.form !== undefined,
      missing: Array.isArray(missing) ? missing.map(String) : [],
      problems: capture.problems.map(({ sentence }) => sentence),
      policy,
      versions: { plimsoll: version, coreSha256: await moduleDigest("eviction") },
    },
    record,
  );
  await io.stdout.write(await rendered(document, form, { all }, styleOf(io)));
}
