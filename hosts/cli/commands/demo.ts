import type { Command } from "commander";
import { printed } from "../../../analysis/present/terminal/controls.ts";
import { COLUMNS_MAX, styleOf } from "../../../analysis/present/terminal/style.ts";
import { wrap } from "../../../analysis/present/terminal/wrap.ts";
import { SUMMARIES } from "../../../analysis/questions/options/commands.ts";
import { commandRow, type OptionsOf } from "../../../analysis/questions/options/row.ts";
import { commandText, type Document, type Fact } from "../../../analysis/text/document.ts";
import { listExamples } from "../../system/examples.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { printDocument } from "../printDocument.ts";
import { serveDemo } from "./demo/page.ts";
import { explainCapture } from "./explain/capture.ts";
import { isWatched } from "./run/watched.ts";

const INTRODUCTION =
  "When a node runs short of memory, disk or process IDs, its kubelet evicts pods. Plimsoll " +
  "reruns that decision. Here is an incident:";
/** The verdict stays on a screen of 24 lines, above the addresses of the page. */
const LINES = 20;
const FIXES_MAX = 2;

const DEMO = commandRow({
  name: "demo",
  summary: SUMMARIES.demo,
  description:
    "Explains an example incident. On a terminal, it then serves a page on loopback, with the " +
    "incident and with this machine live, until Ctrl-C.",
  options: {
    only: {
      argument: "<part>",
      description: "explain the incident alone, or serve the page alone",
      choices: ["story", "page"],
    },
  },
});

export function demoCommand(io: Io): Command {
  return commandOf(DEMO, (_, options) => runDemo(options, io));
}

async function runDemo({ only }: OptionsOf<typeof DEMO.options>, io: Io): Promise<void> {
  if (only !== "page") await explainIncident(io);
  if (only === "page" || (only === undefined && isWatched(io))) await serveDemo(io);
}

/** The incident is the first of the examples, which the page opens with as well. */
async function explainIncident(io: Io): Promise<void> {
  const style = styleOf(io);
  const [example] = await listExamples();
  if (example === undefined) return;
  const introduction = wrap(INTRODUCTION, Math.min(style.columns, COLUMNS_MAX));
  await io.stdout.write(printed([...introduction, ""], style.isAscii));
  const taken: Document[] = [];
  const takeDocument: Io["takeDocument"] = (document) => void taken.push(document);
  const words = ["explain", "--example", example.name];
  const options = { example: example.name, output: "text" as const, words };
  await explainCapture(undefined, options, { ...io, takeDocument });
  for (const document of taken) {
    await printDocument(shortened(document, io), { output: "text", lines: LINES }, io);
  }
}

/** With the cheapest fixes alone, and with what to do after it. */
function shortened({ sections, ...document }: Document, { environment }: Io): Document {
  // npm says so of a script that it runs.
  const program =
    environment.npm_lifecycle_event === "start" ? "npm run -s plimsoll --" : "plimsoll";
  const next: Fact = ["Next", commandText(`${program} FILE…`, "your log, events, capture or dump")];
  return {
    ...document,
    sections: sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((block) =>
        block.is === "fixes" ? { ...block, fixes: block.fixes.slice(0, FIXES_MAX) } : block,
      ),
    })),
    closing: [next],
  };
}
