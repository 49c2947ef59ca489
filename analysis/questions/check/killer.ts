/** What `check` says of the configuration of a killer in user space. */
import { type KillerFile, killerFileOf } from "../../read/killer/killerFile.ts";
import { type KillerSettings, readKillerSettings } from "../../read/killer/killerSettings.ts";
import type { ConfigurationText } from "../../read/kubelet/loaded.ts";
import { formatCount, plural } from "../../text/amount.ts";
import { closing, type Document, paragraph, section, table } from "../../text/document.ts";
import { formatNames } from "../../text/names.ts";
import { shortened } from "../../text/shortened.ts";
import { sourceText } from "../../text/sourceText.ts";

export const ONE_PROGRAM = "Check the files of one program at a time, with its drop-ins.";

const PROGRAMS: Readonly<Record<KillerFile, string>> = {
  "oomd.conf": "systemd-oomd",
  oomrule: "systemd-oomd",
  unit: "systemd",
  "oomd.json": "oomd",
  earlyoom: "earlyoom",
};
const RELEASES: Readonly<Record<KillerFile, string>> = {
  "oomd.conf": "systemd 262",
  oomrule: "systemd 262",
  unit: "systemd 262",
  "oomd.json": "oomd 0.5.0",
  earlyoom: "earlyoom 1.9",
};
/** What a file alone cannot show. */
const NOTES: Readonly<Record<KillerFile, string>> = {
  "oomd.conf": "Units name the cgroups that are monitored: oomctl lists them.",
  oomrule: "OOMRules= of a unit names the rules of its cgroup; systemd knows it since 261.",
  unit:
    "A pressure limit is a share of time in which all processes wait for memory, not a share of " +
    "memory. What counts is what the manager reported: oomctl lists it.",
  "oomd.json":
    "Patterns of cgroups are matched at each look; a pattern without a match is ignored.",
  earlyoom: "earlyoom acts when memory and free swap are both at or below their limits.",
};

/** Hundreds of unit files may be given together. */
const NAMES_SHOWN = 3;
const FINDINGS_SHOWN = 20;
/** A line of a file may have megabytes; JSON has all of it. */
const TEXT_LENGTH_MAX = 400;

/** What files of one program set; null for files of several programs, or of none. */
export function checkKillerFiles(
  texts: readonly ConfigurationText[],
): { readonly names: readonly string[]; readonly read: KillerSettings } | null {
  const [first, ...dropIns] = texts;
  const file = killerFileOf(first?.text ?? "");
  const other = dropIns.find(({ text }) => killerFileOf(text) !== file);
  if (first === undefined || file === null || other !== undefined) return null;
  // The first one, and its drop-ins by their names.
  const ordered = [first, ...dropIns.toSorted((a, b) => (a.name < b.name ? -1 : 1))];
  return { names: ordered.map(({ name }) => name), read: readKillerSettings(file, ordered) };
}

export function killerSettingsDocument(
  names: readonly string[],
  { file, findings, settings }: KillerSettings,
): Document {
  const program = PROGRAMS[file];
  const isFatal = findings.some((finding) => finding.isFatal);
  const count = plural(findings.length, "finding");
  const title = isFatal
    ? `${program} would not start with it: ${count}.`
    : findings.length > 0
      ? `${program} would start, and leave out what it cannot read: ${count}.`
      : `${program} takes all of it.`;
  const rows = settings.map(([name, value]) => ({ cells: [name, bounded(value)] }));
  const more = findings.length - FINDINGS_SHOWN;
  return {
    title,
    mark: findings.length > 0 ? "bad" : "good",
    sources: [sourceText(formatNames(names, { max: NAMES_SHOWN }), [RELEASES[file]])],
    lead: [
      ...findings.slice(0, FINDINGS_SHOWN).flatMap(({ text }) => paragraph(bounded(text))),
      ...paragraph(more > 0 ? `${plural(more, "further finding")}: --output json` : undefined),
      ...paragraph(NOTES[file]),
    ],
    sections: section(
      "In force",
      isFatal ? [] : table([{ title: "" }, { title: "", isText: true }], rows),
    ),
    further: [],
    closing: closing([RELEASES[file]], [], []),
  };
}

function bounded(text: string): string {
  const short = shortened(text, TEXT_LENGTH_MAX);
  return short === text ? text : `${short} (${formatCount(text.length)} characters)`;
}
