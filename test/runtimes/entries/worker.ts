/** workerd: the modules and the corpora are modules of the worker. */
import admissionCorpus from "./admissions.ndjson.gz";
import clusterCorpus from "./clusters.ndjson.gz";
import evictionCorpus from "./corpus.ndjson.gz";
import { playCorpora } from "./play.ts";
import admissionCore from "./plimsoll-admission.wasm";
import evictionCore from "./plimsoll-eviction.wasm";
import clusterCore from "./plimsoll-scheduler.wasm";
import loopCore from "./plimsoll-simulator.wasm";
import scenarioTape from "./scenarios.calls";
import textTape from "./texts.calls";

const worker = {
  async fetch(): Promise<Response> {
    const played = await playCorpora({
      evictions: { core: evictionCore, corpus: new Uint8Array(evictionCorpus) },
      admissions: { core: admissionCore, corpus: new Uint8Array(admissionCorpus) },
      clusters: { core: clusterCore, corpus: new Uint8Array(clusterCorpus) },
      scenarios: { core: loopCore, corpus: new Uint8Array(scenarioTape) },
      texts: { core: evictionCore, corpus: new Uint8Array(textTape) },
    });
    return new Response(played);
  },
};

// The platform looks for the handler under this name.
export { worker as default };
