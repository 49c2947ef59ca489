import { repetition } from "../../../analysis/questions/options/refusal.ts";
import {
  type ListedPods,
  listedPods,
  NO_PODS,
} from "../../../analysis/read/kernelLog/listedPods.ts";
import { wantedDocument } from "../../../analysis/read/recognize/wanted.ts";
import { nameOf, readDocument } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { usageFailure } from "../exitCode.ts";

/** The names of pods from the one list that `--pods` gives; none without it. */
export async function namedPods(paths: readonly string[] | undefined, io: Io): Promise<ListedPods> {
  const [path, ...others] = paths ?? [];
  if (others.length > 0) throw usageFailure(repetition("--pods", others.length + 1, 1));
  if (path === undefined) return NO_PODS;
  return listedPods(wantedDocument(nameOf(path), await readDocument(path, io), "PodList"));
}
