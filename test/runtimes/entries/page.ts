/** Browsers: modules and corpora come from where the page comes from, and the report goes there. */
import { playCorpora, type Recorded } from "./play.ts";

try {
  const evictions = await recorded("plimsoll-eviction.wasm", "corpus.ndjson.gz");
  const admissions = await recorded("plimsoll-admission.wasm", "admissions.ndjson.gz");
  const clusters = await recorded("plimsoll-scheduler.wasm", "clusters.ndjson.gz");
  const scenarios = await recorded("plimsoll-simulator.wasm", "scenarios.calls");
  const texts = await recorded("plimsoll-eviction.wasm", "texts.calls");
  await send(await playCorpora({ evictions, admissions, clusters, scenarios, texts }));
} catch (error) {
  await send(JSON.stringify({ error: String(error) }));
}

async function recorded(core: string, corpus: string): Promise<Recorded> {
  const bytes = await fetch(corpus).then((response) => response.arrayBuffer());
  return {
    core: await WebAssembly.compileStreaming(fetch(core)),
    corpus: new Uint8Array(bytes),
  };
}

async function send(body: string): Promise<void> {
  await fetch("report", { method: "POST", body });
}
