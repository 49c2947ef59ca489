/** A report as one HTML file that needs nothing else: no script, no font, no other address. */
import {
  type Block,
  type Chart,
  partsOf,
  plainLines,
  type ReportDocument,
  type TableColumn,
  type TableRow,
  type Text,
} from "../../text/document.ts";
import { conditionsOf, drawing } from "./drawing.ts";
import { entities, markup } from "./markup.ts";
import { STYLE } from "./style.ts";

export async function html({ title, lead, sections }: ReportDocument): Promise<string> {
  // Only this style, named by its hash: what a name might smuggle in is neither run nor shown.
  const policy =
    `default-src 'none'; style-src 'sha256-${await base64Digest(STYLE)}'; ` +
    "base-uri 'none'; form-action 'none'";
  const body = [
    `<header><h1>${markup(title)}</h1>${lead.map(blockMarkup).join("\n")}</header>`,
    ...sections.map(
      (each) =>
        `<section><h2>${inline(each.title)}</h2>\n` +
        `${each.blocks.map(blockMarkup).join("\n")}</section>`,
    ),
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

async function base64Digest(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

function blockMarkup(block: Block): string {
  switch (block.is) {
    case "heading":
      return `<h3>${inline(block.text)}</h3>`;
    case "paragraph":
      return `<p>${inline(block.text)}</p>`;
    case "list":
      return `<ul>${block.items.map((item) => `<li>${inline(item)}</li>`).join("")}</ul>`;
    case "quote":
      return `<blockquote>${markup(block.text)}</blockquote>`;
    case "facts": {
      const rows = block.rows.map(
        ([label, text]) => `<div><dt>${markup(label)}</dt><dd>${inline(text)}</dd></div>`,
      );
      return `<dl>${rows.join("")}</dl>`;
    }
    case "table":
      return tableMarkup(block.columns, block.rows);
    case "code":
      return `<pre tabindex="0"><code>${entities(plainLines(block.text))}</code></pre>`;
    case "chart": {
      const said = `<figcaption>${caption(block.chart)}</figcaption>`;
      return `<figure>${said}${drawing(block.chart)}</figure>`;
    }
  }
}

function caption(chart: Chart): string {
  const bars = conditionsOf(chart).map(
    (condition) => `<span class="key ${markup(condition)}">${markup(condition)}</span>`,
  );
  const keys = [...bars, ...(chart.marks.length > 0 ? ["▼ an eviction"] : [])];
  return [`<code>${markup(chart.signal)}</code>, times in UTC`, ...keys].join(" · ");
}

function tableMarkup(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  const kind = (index: number) => {
    const { isNumber = false, isText = false } = columns[index] ?? {};
    return isNumber ? ' class="number"' : isText ? ' class="text"' : "";
  };
  const head = columns
    .map(({ title }, index) => `<th scope="col"${kind(index)}>${markup(title)}</th>`)
    .join("");
  const body = rows.map(({ cells, tone }) => {
    const tones = tone === undefined ? "" : ` class="${tone}"`;
    const filled = cells.map((cell, index) => `<td${kind(index)}>${inline(cell)}</td>`);
    return `<tr${tones}>${filled.join("")}</tr>`;
  });
  // What scrolls takes a focus, so that it scrolls by keys as well.
  return (
    '<div class="wide" tabindex="0">' +
    `<table><thead><tr>${head}</tr></thead>\n<tbody>${body.join("\n")}</tbody></table></div>`
  );
}

function inline(text: Text): string {
  return partsOf(text)
    .map((part) => (typeof part === "string" ? spaced(part) : `<code>${markup(part.code)}</code>`))
    .join("");
}

/** A part of a sentence: the spaces between it and the code beside it stay. */
function spaced(text: string): string {
  return `${/^\s/.test(text) ? " " : ""}${markup(text)}${/\S\s+$/.test(text) ? " " : ""}`;
}
