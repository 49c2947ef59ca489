import { describe, expect, it } from "vitest";
import { html } from "../../analysis/present/html/html.ts";
import { markdown } from "../../analysis/present/markdown/markdown.ts";
import { documentLines } from "../../analysis/present/terminal/blocks.ts";
import { plainStyle, styleOf } from "../../analysis/present/terminal/style.ts";
import { type Block, closing, type Document, type Row } from "../../analysis/text/document.ts";

const FIRST = { all: false };
const ALL = { all: true };

function document(...blocks: readonly Block[]): Document {
  return { title: "The answer.", lead: [], sections: [{ title: "Part", blocks }] };
}

/** The lines under the title of the section. */
function lines(block: Block, view = FIRST, columns = 40): readonly string[] {
  return documentLines(document(block), view, plainStyle(columns)).slice(3);
}

const rows = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({ cells: [`row ${index + 1}`] }));
const COLUMNS = [{ title: "name" }];
const NAMES = ["a", "b", "c", "d", "e", "f", "g"];

describe("a document in a terminal", () => {
  it("has an empty line before each part, and paragraphs line by line", () => {
    const paragraph = (text: string) => ({ is: "paragraph", text }) as const;
    const list = { is: "list", items: ["one", "two"] } as const;
    const heading = { is: "heading", text: "Further" } as const;
    const whole = { ...document(paragraph("a"), paragraph("b"), list, heading, list) };
    expect(documentLines({ ...whole, lead: [paragraph("Lead.")] }, FIRST, plainStyle(80))).toEqual([
      ...["The answer.", "Lead.", "", "Part", "  a", "  b", "", "  - one", "  - two"],
      ...["", "Further", "  - one", "  - two"],
    ]);
  });

  it("folds sentences at spaces under their dash, their label or their column", () => {
    const text = "a sentence that does not fit into one line";
    expect(lines({ is: "list", items: [text] })).toEqual([
      "  - a sentence that does not fit into",
      "    one line",
    ]);
    expect(lines({ is: "facts", rows: [["node", text]] })).toEqual([
      "  node  a sentence that does not fit",
      "        into one line",
    ]);
    const columns = [{ title: "pod" }, { title: "why", isText: true }];
    expect(lines({ is: "table", columns, rows: [{ cells: ["cart", text] }] })).toEqual([
      "  pod   why",
      "  cart  a sentence that does not fit",
      "        into one line",
    ]);
  });

  it("wraps names where a table is too wide, and aligns numbers", () => {
    const columns = [
      { title: "pod", shrinks: true },
      { title: "usage", isNumber: true },
    ];
    const cells = ["shop/a-pod-with-a-name-of-many-parts-7d9", "12Mi"];
    expect(lines({ is: "table", columns, rows: [{ cells }, { cells: ["b", "1Mi"] }] })).toEqual([
      `  ${"pod".padEnd(31)}  usage`,
      "  shop/a-pod-with-a-name-of-many-   12Mi",
      "  parts-7d9",
      `  ${"b".padEnd(31)}    1Mi`,
    ]);
  });

  it("leaves out spare columns where there is no room, before names are wrapped", () => {
    const columns = [
      { title: "pod", shrinks: true },
      { title: "median", isSpare: true },
      { title: "usage" },
    ];
    const block = { is: "table", columns, rows: [{ cells: ["shop/cart-7d9", "20Mi", "12Mi"] }] };
    expect(lines(block as Block, FIRST, 40)).toEqual([
      ...["  pod            median  usage", "  shop/cart-7d9  20Mi    12Mi"],
    ]);
    expect(lines(block as Block, FIRST, 24)).toEqual([
      ...["  pod            usage", "  shop/cart-7d9  12Mi"],
    ]);
  });

  it("leaves out no more columns than it has to, from the right", () => {
    const columns = [
      { title: "pod" },
      { title: "a", isSpare: true },
      { title: "b", isSpare: true },
    ];
    const block: Block = { is: "table", columns, rows: [{ cells: ["cart", "1234", "5678"] }] };
    expect(lines(block, FIRST, 16)).toEqual(["  pod   a", "  cart  1234"]);
  });

  it("leaves out what the notes say of a column that is left out", () => {
    const columns = [
      { title: "pod", shrinks: true },
      { title: "kernel", isSpare: true },
    ];
    const notes = [["kernel", "1 dies first"] as const, ["=", "equal"] as const];
    const block: Block = { is: "table", columns, rows: [{ cells: ["shop/cart-7d9", "1"] }], notes };
    expect(lines(block, FIRST, 40)).toContain("  kernel  1 dies first");
    expect(lines(block, FIRST, 18)).toEqual(["  pod", "  shop/cart-7d9", "  =  equal"]);
  });

  it("keeps a word whole that is longer than its column of sentences", () => {
    const columns = [{ title: "setting" }, { title: "why not", isText: true }];
    const word = 'evictionSoft["memory.available"]';
    expect(lines({ is: "table", columns, rows: [{ cells: ["1Gi", `no ${word}: b`] }] })).toEqual([
      "  setting  why not",
      "  1Gi      no",
      `           ${word}:`,
      "           b",
    ]);
  });

  it("has the notes of a table right below it", () => {
    const notes = [["-", "a pod that is not evicted"]] as const;
    expect(lines({ is: "table", columns: COLUMNS, rows: rows(1), notes })).toEqual([
      ...["  name", "  row 1", "  -  a pod that is not evicted"],
    ]);
  });

  it("paints what a row, a cell and the title mean, and never counts that as width", () => {
    const block: Block = {
      is: "table",
      columns: [{ title: "a" }, { title: "b" }],
      rows: [
        { cells: ["evicted", "x"], tone: "bad" },
        { cells: [[{ text: "ok", tone: "good" }], "y"] },
      ],
    };
    const output = { isTerminal: true, columns: 80 };
    const style = styleOf({ stdout: output, environment: { FORCE_COLOR: "1" } });
    expect(documentLines({ ...document(block), tone: "low" }, FIRST, style)).toEqual([
      "\u001b[33mThe answer.\u001b[39m",
      "",
      "\u001b[1mPart\u001b[22m",
      "  \u001b[2ma        b\u001b[22m",
      "  \u001b[31mevicted  x\u001b[39m",
      "  \u001b[32mok\u001b[39m       y",
    ]);
  });

  it("shows nothing of a name that would play on the terminal", () => {
    const cells = ["a\u001b[31mb\nc\u202ed"];
    expect(lines({ is: "table", columns: [{ title: "" }], rows: [{ cells }] })).toEqual([
      "  a\ufffd[31mb c\ufffdd",
    ]);
  });
});

describe.each<[string, (document: Document, view: typeof FIRST) => string | Promise<string>]>([
  ["a terminal", (all, view) => documentLines(all, view, plainStyle(80)).join("\n")],
  ["Markdown", markdown],
  ["HTML", html],
])("in %s a document", (_, form) => {
  const shownRows = async (table: Partial<Extract<Block, { is: "table" }>>, view = FIRST) => {
    const block = { is: "table", columns: COLUMNS, rows: rows(40), ...table } as const;
    const text = await form(document(block), view);
    return [...text.matchAll(/(?<=row )\d+|… \d+ more with --all/g)].map(String);
  };
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

  it("has the first rows of a table, those in question, and how many more there are", async () => {
    const kept = rows(40).map((row, index) => ({ ...row, isKept: index === 29 }));
    expect(await shownRows({})).toEqual([...numbers(1, 12), "… 28 more with --all"]);
    expect(await shownRows({ rows: kept })).toEqual([
      ...numbers(1, 12),
      ...["… 27 more with --all", "30"],
    ]);
  });

  it("has both ends of a table that is cut in the middle", async () => {
    expect(await shownRows({ cut: "middle" })).toEqual([
      ...numbers(1, 12),
      "… 16 more with --all",
      ...numbers(29, 40),
    ]);
    expect(await shownRows({ cut: "middle", rows: rows(24) })).toEqual(numbers(1, 24));
  });

  it("has every row where it may not be cut, and where all are asked for", async () => {
    expect(await shownRows({ cut: "none" })).toEqual(numbers(1, 40));
    expect(await shownRows({}, ALL)).toEqual(numbers(1, 40));
  });

  it("cuts lists and names alike", async () => {
    const items = Array.from({ length: 14 }, (_, index) => `item ${index + 1}`);
    const all = document(
      { is: "list", items },
      { is: "paragraph", text: ["Pods: ", { names: NAMES }] },
    );
    const text = await form(all, FIRST);
    expect(text).toContain("item 12");
    expect(text).not.toContain("item 13");
    expect(text).toContain("… 2 more with --all");
    expect(text).toContain("Pods: a, b, c, d, e and 2 more");
    const whole = await form(all, ALL);
    expect(whole).toContain("item 14");
    expect(whole).toContain("Pods: a, b, c, d, e, f, g");
  });

  it("has entries with what there is to say about each", async () => {
    const blocks = [{ is: "paragraph", text: "because" }] as const;
    const text = await form(document({ is: "entries", entries: [{ title: "cart", blocks }] }), ALL);
    expect(text.replace(/<[^>]*>|\*\*/g, "")).toMatch(/cart\n+ *because/);
  });
});

it("in HTML a note of a table has a term only where it has a label", async () => {
  const notes = [
    ["", "Equal on all."],
    ["-", "not evicted"],
  ] as const;
  const text = await html(document({ is: "table", columns: COLUMNS, rows: rows(1), notes }), FIRST);
  expect(text).toContain("</table></div><dl><div><dt>-</dt><dd>not evicted</dd></div></dl>");
  expect(text).toContain("</dl>\n<p>Equal on all.</p>");
  expect(text).not.toContain("<dt></dt>");
});

describe("an answer with a mark", () => {
  const fix = (number: number) => ({
    change: `request ${number}Gi for cart`,
    effect: "batch/report is evicted instead",
    cost: "the node has less to request",
  });
  const answer: Document = {
    title: "shop/cart was evicted",
    mark: "bad",
    sources: ["capture, worker-3"],
    lead: [
      { is: "paragraph", text: "92.5Mi were available." },
      { is: "table", columns: COLUMNS, rows: rows(10) },
    ],
    sections: [{ title: "Fixes", blocks: [{ is: "fixes", fixes: [1, 2, 3, 4].map(fix) }] }],
    further: [{ title: "Thresholds", blocks: [{ is: "list", items: ["one"] }] }],
    closing: closing(["kubelet 1.36"], [], [[{ code: "plimsoll a" }], [{ code: "plimsoll b" }]]),
  };

  it("has the answer, what was read, the reason, fixes with their cost, and what is next", () => {
    const first = documentLines(answer, FIRST, plainStyle(40));
    expect(first.slice(0, 6)).toEqual([
      ...["✖ shop/cart was evicted", "  capture, worker-3", "", "  92.5Mi were available."],
      ...["", "  name"],
    ]);
    const [more, second] = [first.indexOf("Fixes … 2 more with --all"), first.length - 6];
    expect(first.slice(more - 2, more)).toEqual(["  … 5 more with --all", ""]);
    expect(first.slice(second)).toEqual([
      ...["  2  request 2Gi for cart: batch/report", "     is evicted instead"],
      ...["     cost: the node has less to request", ""],
      ...["Assumed  kubelet 1.36", "Next     plimsoll a"],
    ]);
  });

  it("has three fixes and two commands where there is room for them", () => {
    const short = { ...answer, lead: answer.lead.slice(0, 1) };
    const lines = documentLines(short, FIRST, plainStyle(80));
    expect(lines.slice(4)).toEqual([
      ...["", "Fixes … 1 more with --all"],
      ...[1, 2, 3].flatMap((number) => [
        `  ${number}  request ${number}Gi for cart: batch/report is evicted instead`,
        "     cost: the node has less to request",
      ]),
      ...["", "Assumed  kubelet 1.36", "Next     plimsoll a", "         plimsoll b"],
    ]);
  });

  it("shows the rest with --all, before its last lines", () => {
    const all = documentLines(answer, ALL, plainStyle(80));
    expect(all).toContain("  row 10");
    expect(all).toContain("  4  request 4Gi for cart: batch/report is evicted instead");
    expect(all.slice(-6)).toEqual([
      ...["Thresholds", "  - one", "", "Assumed  kubelet 1.36"],
      ...["Next     plimsoll a", "         plimsoll b"],
    ]);
  });

  it("shows the entries that there is room for, and the others with --all", () => {
    const entries = Array.from({ length: 6 }, (_, index) => ({
      title: `finding ${index + 1}`,
      blocks: [{ is: "list", items: ["one", "two"] } as const],
    }));
    const found: Document = { ...answer, lead: [{ is: "entries", entries }], sections: [] };
    const first = documentLines(found, FIRST, plainStyle(40));
    expect(first.filter((line) => /finding|more/.test(line))).toEqual([
      ...["  finding 1", "  finding 2", "  finding 3", "  finding 4"],
      "  … 2 more with --all",
    ]);
    expect(documentLines(found, ALL, plainStyle(40))).toContain("  finding 6");
  });

  it("counts the assumptions that there is no room for, apart from the first", () => {
    const assumed = ["kubelet 1.36 is assumed, which no node states.", "The zone is UTC."];
    const lines = documentLines(
      { ...answer, closing: closing(assumed, [], [[{ code: "plimsoll a" }]]) },
      FIRST,
      plainStyle(40),
    );
    expect(lines.join("\n").replaceAll(/\s+/g, " ")).toContain("states. … 1 more with --all");
  });

  it("is whole as Markdown and as HTML", async () => {
    const written = markdown(answer, FIRST);
    expect(written).toContain("# ✖ shop/cart was evicted\n\n*capture, worker-3*\n");
    expect(written).toContain("1. request 1Gi for cart: batch/report is evicted instead");
    expect(written).toContain("## Thresholds");
    expect(written).toContain("## Next\n\n- `plimsoll a`\n- `plimsoll b`\n");
    const page = await html(answer, FIRST);
    expect(page).toContain('<h1><span class="bad">✖</span> shop/cart was evicted</h1>');
    expect(page).toContain("<br>cost: the node has less to request</li>");
    expect(page).toContain("<h2>Next</h2>");
  });
});
