/** What each runtime came to, and whether all of them came to the same. */
import type { PlayedCorpus, Runtime } from "./runtime.ts";

export interface Row {
  readonly runtime: Runtime;
  readonly version: string;
  readonly played?: PlayedCorpus;
  readonly seconds?: number;
  /** Why there is no digest. */
  readonly problem?: string;
  /** The problem is that the runtime is not here. */
  readonly isMissing?: boolean;
}

export function lineOf({ runtime, version, played, seconds, problem }: Row): string {
  const name = `${runtime.name.padEnd(20)} ${runtime.engine.padEnd(15)}`;
  const number = /\d+(\.\d+)+|\d{4}-\d\d-\d\d/.exec(version)?.[0] ?? version;
  const head = `${name} ${number.padEnd(16)}`;
  if (played === undefined) return `${head} ${problem}`;
  const failures =
    played.failures === undefined ? "" : `, ${played.failures} differ from the kubelet`;
  const counts = `${played.cases} cases, ${played.answers} answers${failures}`;
  return `${head} ${played.digest}  ${counts}, ${seconds?.toFixed(1)} s`;
}

/** Sentences about what is wrong; none when every runtime gave the same bytes. */
export function complaints(rows: readonly Row[], isContinuousIntegration: boolean): string[] {
  const problems = rows.filter(({ isMissing = false, problem }) => {
    return problem !== undefined && (isContinuousIntegration || !isMissing);
  });
  return [
    ...digestComplaints(rows),
    ...rows.flatMap(({ runtime, played }) => {
      const [first] = played?.told ?? [];
      if (first === undefined) return [];
      return [`${runtime.name} differs from the kubelet: npm run corpus -- --show ${first.id}`];
    }),
    ...problems.map(({ runtime, problem }) => `${runtime.name}: ${problem}`),
  ];
}

/** Says who gave which bytes, so that the odd one out is seen. */
function digestComplaints(rows: readonly Row[]): string[] {
  const names = new Map<string, string[]>();
  for (const { runtime, played } of rows) {
    if (played === undefined) continue;
    const bytes = `${played.digest} (${played.cases} cases, ${played.answers} answers)`;
    names.set(bytes, [...(names.get(bytes) ?? []), runtime.name]);
  }
  if (names.size === 1) return [];
  if (names.size === 0) return ["No runtime played the corpus."];
  const groups = [...names].map(([bytes, group]) => `  ${bytes}: ${group.join(", ")}`);
  return [["The runtimes do not give the same bytes:", ...groups].join("\n")];
}
