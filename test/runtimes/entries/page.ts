/** Browsers: module and corpus come from where the page comes from, and the report goes there. */
import { playCorpus } from "./play.ts";

try {
  const core = await WebAssembly.compileStreaming(fetch("plimsoll.wasm"));
  const corpus = await fetch("corpus.ndjson.gz").then((response) => response.arrayBuffer());
  await send(await playCorpus(core, new Uint8Array(corpus)));
} catch (error) {
  await send(JSON.stringify({ error: String(error) }));
}

async function send(body: string): Promise<void> {
  await fetch("report", { method: "POST", body });
}
