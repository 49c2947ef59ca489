import type { Splitter } from "../../../../analysis/engine/splitter.ts";
import { ClusterSurvey } from "../../../../analysis/read/objects/clusterSurvey.ts";
import { objectDocuments } from "../../../../analysis/read/objects/objectText.ts";
import { schedulerConfiguration } from "../../../../analysis/read/objects/schedulerConfiguration.ts";
import { schedulerRelease } from "../../../../analysis/read/objects/schedulerRelease.ts";

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

/** Reads the objects of a text into an engine; `mattering`: kinds of owners that are needed. */
export async function readCluster(
  text: string,
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
  for await (const { bytes } of objectDocuments(chunksOf(text), {
    name: "objects.yaml",
    splitter,
  })) {
    take(bytes);
    survey.take(bytes);
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

async function* chunksOf(text: string): AsyncGenerator<Uint8Array, void> {
  yield new TextEncoder().encode(text);
}
