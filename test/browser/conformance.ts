/** What the page decides and what the engine decides without one: the same digests. */
import { readFileSync } from "node:fs";
import type { Decision } from "../../analysis/engine/decision.ts";
import type { Answer, Request } from "../../hosts/browser/session/protocol.ts";
import { commandLine } from "../hosts/cli/commandLine.ts";

interface Example {
  readonly name: string;
  readonly file: string;
}

export const EXAMPLES = JSON.parse(
  readFileSync(new URL("../../examples/index.json", import.meta.url), "utf8"),
) as readonly Example[];

/** The digest of each step, by `plimsoll replay`. */
export async function digestsOfReplay({ name }: Example): Promise<readonly string[]> {
  const { stdout } = await commandLine(["replay", "--example", name, "--output", "ndjson"]);
  const lines = stdout.trimEnd().split("\n");
  return lines.map((line) => (JSON.parse(line) as Decision).digest);
}

/** Runs in the page: the digest of each step of an example, by a worker of the page's own. */
export async function digestsInPage(file: string): Promise<readonly string[]> {
  const content = await (await fetch(`examples/${file}`)).blob();
  const addressOf = (part: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="plimsoll-${part}"]`)?.content ?? "";
  const worker = new Worker(addressOf("worker"), { type: "module" });
  worker.postMessage({ core: await WebAssembly.compileStreaming(fetch(addressOf("eviction"))) });
  let asked = 0;
  const ask = <K extends Answer["kind"]>(message: Request, kind: K) =>
    new Promise<Extract<Answer, { readonly kind: K }>>((resolve, reject) => {
      const id = ++asked;
      worker.addEventListener("message", ({ data: envelope }) => {
        const answer = envelope.message;
        if (envelope.id !== id || answer.kind === "progress") return;
        if (answer.kind === kind) resolve(answer);
        else reject(new Error(JSON.stringify(answer)));
      });
      worker.postMessage({ id, message });
    });
  const { opened } = await ask({ kind: "open", documents: [{ name: file, content }] }, "opened");
  if (opened.capture === null) throw new Error(`${file} is not a capture.`);
  const { configuration, times } = opened.capture;
  const policy = { text: configuration ?? "", options: { whatIf: false } };
  await ask({ kind: "decide", policy, changes: [], position: 0, preview: true }, "decided");
  const digests: string[] = [];
  for (let position = 0; position < times.length; position++) {
    const { decision } = await ask({ kind: "ask", position }, "step");
    if (decision !== null) digests.push(decision.digest);
  }
  worker.terminate();
  return digests;
}
