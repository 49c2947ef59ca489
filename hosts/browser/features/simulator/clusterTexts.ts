import type { Splitter } from "../../../../analysis/engine/splitter.ts";
import { plainChunks } from "../../../../analysis/questions/given/recognized.ts";
import { ClusterSurvey } from "../../../../analysis/read/objects/clusterSurvey.ts";
import { objectDocuments } from "../../../../analysis/read/objects/objectText.ts";
import { schedulerConfiguration } from "../../../../analysis/read/objects/schedulerConfiguration.ts";
import { schedulerRelease } from "../../../../analysis/read/objects/schedulerRelease.ts";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";

/** What a cluster is given to. */
interface Engine {
  readonly splitter: Splitter;
  objects(document: Uint8Array): void;
}

/** A cluster as the command line reads it. */
export interface ReadCluster {
  /** The objects, and owners that only pods name, each document by itself. */
  readonly documents: readonly Uint8Array[];
  /** The scheduler's, with the release that the nodes name; null for the defaults. */
  readonly configuration: string | null;
  /** What is inferred, assumed and followed. */
  readonly notes: readonly string[];
}

/** Reads objects into an engine; `mattering`: kinds of owners that are needed. */
export async function readCluster(
  given: readonly GivenDocument[],
  engine: Engine,
  mattering: readonly string[],
): Promise<ReadCluster> {
  const documents: Uint8Array[] = [];
  const survey = new ClusterSurvey();
  const take = (document: Uint8Array) => {
    engine.objects(document);
    documents.push(document);
  };
  const { splitter } = engine;
  for (const each of given) {
    const { name } = each;
    for await (const { bytes } of objectDocuments(plainChunks(each), { name, splitter })) {
      take(bytes.slice());
      survey.take(bytes);
    }
  }
  const owners = survey.notes(mattering);
  const { inferredReplicaSets, newestKubelet } = survey;
  if (inferredReplicaSets !== null) take(inferredReplicaSets);
  const { release, notes, warnings } = schedulerRelease(undefined, newestKubelet);
  const configuration =
    release === undefined ? null : schedulerConfiguration(null, { kubernetesVersion: release });
  // Without a release, the note names an option, which the page lacks.
  const named = release === undefined ? [] : notes;
  return { documents, configuration, notes: [...owners, ...named, ...warnings] };
}
