/** workerd: the module and the corpus are modules of the worker. */
import corpus from "./corpus.ndjson.gz";
import { playCorpus } from "./play.ts";
import core from "./plimsoll.wasm";

const worker = {
  async fetch(): Promise<Response> {
    return new Response(await playCorpus(core, new Uint8Array(corpus)));
  },
};

// The platform looks for the handler under this name.
export { worker as default };
