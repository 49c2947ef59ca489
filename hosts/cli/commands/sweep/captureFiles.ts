import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type LeftOutCapture, REASONS } from "../../../../analysis/questions/sweep/leftOut.ts";
import { BundleLimit } from "../../../../analysis/read/bundle/limit.ts";
import { folderFiles } from "../../bundle/folder.ts";

/** The name that a capture has in a folder. */
const NAMED = /\.ndjson(\.gz)?$/;

export interface CaptureFiles {
  readonly paths: readonly string[];
  /** Files of a folder that are not named like captures, or cannot be read. */
  readonly leftOut: readonly LeftOutCapture[];
}

/** Captures as they are given, and those in the folders that are given. */
export async function captureFiles(given: readonly string[]): Promise<CaptureFiles> {
  const paths: string[] = [];
  const leftOut: LeftOutCapture[] = [];
  for (const each of given) {
    if (each === "-" || !(await stat(each)).isDirectory()) {
      paths.push(each);
      continue;
    }
    for (const { path, problem } of await folderFiles(each, new BundleLimit(each, null))) {
      const capture = join(each, path);
      if (problem !== undefined) leftOut.push({ capture, reason: problem });
      else if (NAMED.test(path)) paths.push(capture);
      else leftOut.push({ capture, reason: REASONS.name });
    }
  }
  return { paths: [...new Set(paths)], leftOut };
}

/** Whether an answer is about a fleet: several captures, or a folder of them. */
export async function isFleet(given: readonly string[]): Promise<boolean> {
  const [only = "-", ...others] = given;
  if (others.length > 0) return true;
  return (
    only !== "-" &&
    (await stat(only).then(
      (found) => found.isDirectory(),
      () => false,
    ))
  );
}
