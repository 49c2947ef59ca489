/** A document as one HTML file that needs nothing else: no script, no font, no other address. */
import {
  allSections,
  type Block,
  type Chart,
  type Column,
  type Document,
  type Entry,
  type Fact,
  type Fix,
  fixText,
  type Gauge,
  MARKS,
  type Mark,
  plainLines,
  plainPart,
  type Row,
  type Section,
  type Table,
  type Text,
  type Tone,
} from "../../text/document.ts";
import { formatMore } from "../../text/names.ts";
import { spanOf } from "../bar.ts";
import { shown, type View, written } from "../shown.ts";
import { timelineTable } from "../timelineTable.ts";
import { conditionsOf, drawing } from "./drawing.ts";
import { entities, markup } from "./markup.ts";
import { STYLE } from "./style.ts";

export async function html(document: Document, view: View): Promise<string> {
  const { title, mark, sources = [], summary = [], lead } = document;
  // Only this style, named by its hash: what a name might smuggle in is neither run nor shown.
  const policy =
    `default-src 'none'; style-src 'sha256-${await base64Digest(STYLE)}'; ` +
    "base-uri 'none'; form-action 'none'";
  const body = [
    `<header><h1>${mark === undefined ? "" : signMarkup(mark)}${markup(title)}</h1>` +
      sources.map((source) => `<p class="faint">${inline(source, view)}</p>`).join("") +
      `${summary.length > 0 ? "" : blocksMarkup(lead, view)}</header>`,
    ...summary.map((each) => sectionMarkup(each, view)),
    // The first page that is printed is the summary.
    ...(summary.length === 0
      ? []
      : [sectionMarkup({ title: "Details", blocks: lead }, view, ' class="details"')]),
    ...allSections(document).map((each) => sectionMarkup(each, view)),
  ];
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${markup(title)}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    `<body>\n<main>\n${body.join("\n")}\n</main>\n</body>`,
    "</html>\n",
  ].join("\n");
}

function sectionMarkup({ title, blocks }: Section, view: View, attributes = ""): string {
  const heading = `<h2>${inline(title, view)}</h2>`;
  return `<section${attributes}>${heading}\n${blocksMarkup(blocks, view)}</section>`;
}

function signMarkup(mark: Mark): string {
  const { sign, tone } = MARKS[mark];
  return `<span class="${tone}">${sign}</span> `;
}

async function base64Digest(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

function blocksMarkup(blocks: readonly Block[], view: View): string {
  return blocks.map((block) => blockMarkup(block, view)).join("\n");
}

function blockMarkup(block: Block, view: View): string {
  switch (block.is) {
    case "heading":
      return `<h3>${inline(block.text, view)}</h3>`;
    case "paragraph":
      return `<p>${inline(block.text, view)}</p>`;
    case "list":
      return listMarkup(block, view);
    case "quote":
      return `<blockquote>${markup(block.text)}</blockquote>`;
    case "facts":
      return factsMarkup(block.rows, view);
    case "fixes":
      return fixesMarkup(block.fixes, view);
    case "table":
      return tableMarkup(block, view) + factsMarkup(block.notes ?? [], view);
    case "entries":
      return block.entries.map((entry) => entryMarkup(entry, view)).join("\n");
    case "code":
      return `<pre tabindex="0"><code>${entities(plainLines(block.text))}</code></pre>`;
    case "chart": {
      const said = `<figcaption>${caption(block.chart)}</figcaption>`;
      return `<figure>${said}${drawing(block.chart)}</figure>`;
    }
    case "gauges":
      return gaugesMarkup(block, view);
    case "timeline":
      return tableMarkup(timelineTable(block), view);
  }
}

function listMarkup({ items, cut }: Extract<Block, { is: "list" }>, view: View): string {
  const { head, hidden, tail } = shown(items, cut, view);
  const item = (text: Text) => `<li>${inline(text, view)}</li>`;
  const more = hidden > 0 ? [`<li class="faint">${markup(formatMore(hidden))}</li>`] : [];
  return `<ul>${[...head.map(item), ...more, ...tail.map(item)].join("")}</ul>`;
}

function fixesMarkup(fixes: readonly Fix[], view: View): string {
  const item = (fix: Fix) => {
    const cost = fix.cost === undefined ? "" : `<br>cost: ${inline(fix.cost, view)}`;
    return `<li>${inline(fixText(fix), view)}${cost}</li>`;
  };
  return `<ol>${fixes.map(item).join("")}</ol>`;
}

/** A text without a label is a paragraph below those that have one. */
function factsMarkup(rows: readonly Fact[], view: View): string {
  const labeled = rows.flatMap(([label, text]) =>
    label === "" ? [] : `<div><dt>${markup(label)}</dt><dd>${inline(text, view)}</dd></div>`,
  );
  const others = rows.flatMap(([label, text]) =>
    label === "" ? `<p>${inline(text, view)}</p>` : [],
  );
  return [...(labeled.length === 0 ? [] : [`<dl>${labeled.join("")}</dl>`]), ...others].join("\n");
}

function entryMarkup({ title, blocks }: Entry, view: View): string {
  return `<h4>${inline(title, view)}</h4>\n${blocksMarkup(blocks, view)}`;
}

function caption(chart: Chart): string {
  const bars = conditionsOf(chart).map(
    (condition) => `<span class="key ${markup(condition)}">${markup(condition)}</span>`,
  );
  const keys = [...bars, ...(chart.marks.length > 0 ? ["▼ an eviction"] : [])];
  return [`<code>${markup(chart.signal)}</code>, UTC`, ...keys].join(" · ");
}

function tableMarkup({ columns, rows, cut }: Table, view: View): string {
  const { head, hidden, tail } = shown(rows, cut, view, ({ isKept = false }) => isKept);
  const row = ({ cells, tone }: Row) =>
    rowMarkup(
      columns,
      cells.map((cell) => inline(cell, view)),
      tone,
    );
  const more = `<td colspan="${columns.length}">${markup(formatMore(hidden))}</td>`;
  const gap = `<tr class="faint">${more}</tr>`;
  return wide(columns, [...head.map(row), ...(hidden > 0 ? [gap] : []), ...tail.map(row)]);
}

/** The last column is drawn. */
function gaugesMarkup({ columns, rows }: Extract<Block, { is: "gauges" }>, view: View): string {
  const all = [...columns, { title: "" }];
  const drawn = rows.map(({ cells, gauge }) => {
    const last = typeof gauge === "string" ? markup(gauge) : meter(gauge);
    return rowMarkup(all, [...cells.map((cell) => inline(cell, view)), last]);
  });
  return wide(all, drawn);
}

/** Under the highest limit it is in the range that a browser paints as the worst. */
function meter({ available, capacity, limits, amount }: Gauge): string {
  const span = Math.max(1, spanOf(capacity, limits));
  const limit = Math.min(span, Math.max(0, ...limits.map((each) => each.limit)));
  const value = Math.min(span, Math.max(0, available));
  return (
    `<meter min="0" max="${span}" low="${limit}" high="${limit}" optimum="${span}" ` +
    `value="${value}">${markup(amount)}</meter>`
  );
}

function rowMarkup(columns: readonly Column[], cells: readonly string[], tone?: Tone): string {
  const filled = cells.map((cell, index) => `<td${kindOf(columns[index])}>${cell}</td>`);
  return `<tr${tone === undefined ? "" : ` class="${tone}"`}>${filled.join("")}</tr>`;
}

function kindOf({ isNumber = false, isText = false }: Partial<Column> = {}): string {
  return isNumber ? ' class="number"' : isText ? ' class="text"' : "";
}

/** A part that scrolls can be focused, so it also scrolls by keys. */
function wide(columns: readonly Column[], rows: readonly string[]): string {
  const titles = columns.map(
    (column) => `<th scope="col"${kindOf(column)}>${markup(column.title)}</th>`,
  );
  return (
    '<div class="wide" tabindex="0">' +
    `<table><thead><tr>${titles.join("")}</tr></thead>\n` +
    `<tbody>${rows.join("\n")}</tbody></table></div>`
  );
}

function inline(text: Text, view: View): string {
  return written(text, view)
    .map((part) => {
      if (typeof part === "string") return entities(plainPart(part));
      return "code" in part ? `<code>${markup(part.code)}</code>` : toned(part.tone, part.text);
    })
    .join("");
}

function toned(tone: Tone, text: string): string {
  return `<span class="${tone}">${entities(plainPart(text))}</span>`;
}
