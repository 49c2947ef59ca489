import { loadVectors } from "../../vectors/load.ts";
import { readCorpus, scenarioOf } from "../corpus.ts";
import { corpusFiles, readCorpusFile } from "../files.ts";
import { type Recording, recordingOfScenario, recordingOfVector } from "./rewriting.ts";

/** Every vector, and of the corpora one case in `every`. */
export function* recordings(every: number): Generator<Recording> {
  for (const { vectors } of loadVectors()) yield* vectors.map(recordingOfVector);
  for (const file of corpusFiles()) {
    const { header, cases } = readCorpus(readCorpusFile(file));
    for (const [index, one] of cases.entries()) {
      if (index % every === 0) yield recordingOfScenario(one.id, scenarioOf(header, one));
    }
  }
}
