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
  const also = Object.entries(played.also ?? {}).map(
    ([corpus, { digest, cases, failures: different }]) =>
      `\n${" ".repeat(head.length)} ${digest}  ${cases} ${corpus}` +
      (different === undefined ? "" : `, ${different} differ`),
  );
  return `${head} ${played.digest}  ${counts}, ${seconds?.toFixed(1)} s${also.join("")}`;
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
      return [
        `${runtime.name} differs from the kubelet: npm run corpus -- replay --show ${first.id}`,
      ];
    }),
    ...rows.flatMap(({ runtime, played }) =>
      Object.entries(played?.also ?? {}).flatMap(([corpus, { told = [] }]) =>
        told[0] === undefined ? [] : [`${runtime.name} differs in ${corpus}: case ${told[0].id}`],
      ),
    ),
    ...problems.map(({ runtime, problem }) => `${runtime.name}: ${problem}`),
  ];
}

function digestComplaints(rows: readonly Row[]): string[] {
  const played = rows.filter((row) => row.played !== undefined);
  if (played.length === 0) return ["No runtime played the corpus."];
  const corpora = new Set(played.flatMap((row) => Object.keys(row.played?.also ?? {})));
  return [
    ...differing(played, "", ({ digest, cases, answers }) => {
      return `${digest} (${cases} cases, ${answers} answers)`;
    }),
    ...[...corpora].flatMap((corpus) =>
      differing(played, ` for ${corpus}`, ({ also }) => {
        const one = also?.[corpus];
        return one && `${one.digest} (${one.cases} cases)`;
      }),
    ),
  ];
}

/** Says who gave which bytes, so that the odd one out is seen. */
function differing(
  rows: readonly Row[],
  which: string,
  bytesOf: (played: PlayedCorpus) => string | undefined,
): string[] {
  const names = new Map<string, string[]>();
  for (const { runtime, played } of rows) {
    const bytes = played && bytesOf(played);
    if (bytes !== undefined) names.set(bytes, [...(names.get(bytes) ?? []), runtime.name]);
  }
  if (names.size <= 1) return [];
  const groups = [...names].map(([bytes, group]) => `  ${bytes}: ${group.join(", ")}`);
  return [[`The runtimes do not give the same bytes${which}:`, ...groups].join("\n")];
}
