import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, it } from "vitest";
import type { Block, Row, Tone } from "../../../../analysis/text/document.ts";
import { Blocks, SectionPanels } from "../../../../hosts/browser/document/blocks.tsx";
import type { ActionsOf, Sorting } from "../../../../hosts/browser/document/table.tsx";
import type { CaptureClient } from "../../../../hosts/browser/session/client.ts";
import { StoreContext } from "../../../../hosts/browser/state/context.ts";
import { Store } from "../../../../hosts/browser/state/store.ts";

const silent = { send: () => {} } as unknown as CaptureClient;

interface Shown {
  readonly isExact?: boolean;
  readonly actionsOf?: ActionsOf;
  readonly sorting?: Sorting;
}

/** The blocks as the page shows them, before anybody has pressed a button. */
function markup(blocks: readonly Block[], { isExact = false, ...given }: Shown = {}): string {
  const store = new Store(silent);
  store.showsExact.value = isExact;
  const shown = h(Blocks, { blocks, label: "Ranking", ...given });
  const page = renderToString(h(StoreContext.Provider, { value: store, children: shown }));
  return page.replace(/^<div class="document">(.*)<\/div>$/s, "$1").replaceAll("<wbr/>", "");
}

const paragraph = (text: string): Block => ({ is: "paragraph", text });
const rows = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, index) => ({ cells: [`row ${index + 1}`] }));
const NAMES = ["a", "b", "c", "d", "e", "f", "g"];

describe("a document on the page", () => {
  it.each<[string, Block, string]>([
    ["a heading", { is: "heading", text: "Fixes" }, "<h3>Fixes</h3>"],
    ["a paragraph", paragraph("One."), "<p>One.</p>"],
    ["a list", { is: "list", items: ["a", "b"] }, "<ul><li>a</li><li>b</li></ul>"],
    ["a quote", { is: "quote", text: "low on memory" }, "<blockquote>low on memory</blockquote>"],
    [
      "facts",
      {
        is: "facts",
        rows: [
          ["node", "worker-1"],
          ["", "Noted."],
        ],
      },
      '<dl><div><dt>node</dt><dd>worker-1</dd></div></dl><p class="quiet">Noted.</p>',
    ],
    [
      "code",
      { is: "code", language: "sh", text: "kubectl\n  get" },
      '<pre tabindex="0"><code>kubectl\n  get</code></pre>',
    ],
  ])("has %s", (_, block, expected) => {
    expect(markup([block])).toBe(expected);
  });

  it.each<[string, Tone]>([
    ["what is wrong", "bad"],
    ["what is fine", "good"],
    ["what is asked about", "subject"],
  ])("marks %s", (_, tone) => {
    const text = ["it ", { text: "is so", tone }];
    expect(markup([{ is: "paragraph", text }])).toBe(
      `<p>it <span class="${tone}">is so</span></p>`,
    );
  });

  it("keeps the spaces around code, and shows nothing that hides or turns other letters", () => {
    const text = ["Why ", { code: "free" }, " shows\u202e more"];
    expect(markup([{ is: "paragraph", text }])).toBe(
      "<p>Why <code>free</code> shows\ufffd more</p>",
    );
    expect(markup([paragraph("<b>&")])).toBe("<p>&lt;b>&amp;</p>");
  });

  it("rounds amounts, and shows them whole where the user asked for that", () => {
    const block: Block = { is: "paragraph", text: [{ bytes: 96_960_512 }] };
    expect(markup([block])).toContain('title="96,960,512 B">92.5Mi<');
    expect(markup([block], { isExact: true })).toContain('title="92.5Mi">96,960,512 B<');
  });

  it("has a table's headers with their scope, and the table's name for who does not see it", () => {
    const columns = [
      { title: "#", isNumber: true },
      { title: "pod", shrinks: true },
      { title: "" },
    ];
    const table: Block = {
      is: "table",
      columns,
      rows: [{ cells: ["1", [{ code: "shop/cart" }], "no stats"], tone: "bad" }],
      notes: [["usage", "what counts"]],
    };
    expect(markup([table])).toBe(
      '<div class="scroller" role="group" aria-label="Ranking" tabindex="0"><table><thead><tr>' +
        '<th scope="col" class="number">#</th><th scope="col" class="name">pod</th>' +
        '<td></td></tr></thead><tbody><tr class="bad"><td class="number">1</td>' +
        '<th scope="row" class="name"><code>shop/cart</code></th><td>no stats</td></tr>' +
        "</tbody></table></div><dl><div><dt>usage</dt><dd>what counts</dd></div></dl>",
    );
    const heading: Block = { is: "heading", text: ["Usage of ", { code: "shop/cart" }] };
    expect(markup([heading, table])).toContain('aria-label="Usage of shop/cart"');
  });

  it("makes a button of the header of a row that can be chosen, by its place in the table", () => {
    const asked: number[] = [];
    const actionsOf: ActionsOf = (place) => {
      asked.push(place);
      return place === 1 ? { onChoose: () => {} } : {};
    };
    const table: Block = { is: "table", columns: [{ title: "pod" }], rows: rows(2) };
    expect(markup([table], { actionsOf })).toContain(
      '<th scope="row">row 1</th></tr><tr><th scope="row">' +
        '<button type="button" class="plain">row 2</button></th>',
    );
    expect(asked).toEqual([0, 1]);
  });

  it("folds out what a row has chosen, in a row of its own", () => {
    const table: Block = { is: "table", columns: [{ title: "pod" }], rows: rows(2) };
    const actionsOf: ActionsOf = (place) => ({
      onChoose: () => {},
      detail: place === 0 ? "why" : null,
    });
    const page = markup([table], { actionsOf });
    expect(page).toContain('aria-expanded="true">row 1</button></th></tr>');
    expect(page).toContain('<tr class="detail"><td colspan="1">why</td></tr>');
    expect(page).toContain('aria-expanded="false">row 2</button></th></tr></tbody>');
  });

  it("has a column a second time below another, for where there is little room", () => {
    const columns = [
      { title: "usage", isNumber: true },
      { title: "request", under: "usage" },
    ];
    const cells = [[{ bytes: 1024 }], "2Ki"];
    const notes = [["request", "what counts"]] as const;
    const page = markup([{ is: "table", columns, rows: [{ cells }], notes }]);
    expect(page).toContain('usage<span class="below">request</span></th>');
    expect(page).toContain('<span class="below" title="what counts">2Ki</span></td>');
    expect(page).toContain('<th scope="row" class="beside">2Ki</th>');
  });

  it("makes buttons of the headers of a table that can be sorted, and says its order", () => {
    const columns = [{ title: "" }, { title: "#", isNumber: true }, { title: "pod" }];
    const table: Block = { is: "table", columns, rows: [{ cells: ["", "1", "a"] }] };
    const sorting = { title: "#", isDescending: true, sortBy: () => {} };
    const page = markup([table], { sorting });
    expect(page).toContain(
      '<td></td><th scope="col" class="number" aria-sort="descending"><button type="button" ' +
        'class="sort">#<span aria-hidden="true"> ↓</span></button></th>' +
        '<th scope="col" aria-sort="none"><button',
    );
  });

  it("reads out what a sign means", () => {
    expect(markup([{ is: "paragraph", text: [{ sign: "✖", means: "evicted" }] }])).toBe(
      '<p><span role="img" aria-label="evicted" title="evicted">✖</span></p>',
    );
  });

  it.each<[string, Block["is"], (count: number) => Block, string]>([
    [
      "a table",
      "table",
      (count) => ({ is: "table", columns: [{ title: "n" }], rows: rows(count) }),
      "<tr>",
    ],
    [
      "a list",
      "list",
      (count) => ({ is: "list", items: Array.from({ length: count }, (_, at) => `${at}`) }),
      "<li>",
    ],
  ])("shows the first of %s, and the others behind a button", (_, __, block, tag) => {
    const count = (text: string) => text.split(tag).length - 1 - (tag === "<tr>" ? 1 : 0);
    expect(count(markup([block(12)]))).toBe(12);
    expect(markup([block(12)])).not.toContain("button");
    const cut = markup([block(20)]);
    expect(count(cut)).toBe(12);
    expect(cut).toContain('<button type="button" class="more" aria-expanded="false">Show 8 more<');
    expect(count(markup([{ ...block(20), cut: "none" } as Block]))).toBe(20);
  });

  it("shows a row that was asked about wherever it is, after a gap", () => {
    const all = rows(20).map((row, index) => (index === 17 ? { ...row, isKept: true } : row));
    const cut = markup([{ is: "table", columns: [{ title: "n" }], rows: all }]);
    expect(cut).toMatch(/row 12<.*<tr class="faint"><td colspan="1">…<\/td><\/tr>.*row 18</);
    expect(cut).toContain("Show 7 more");
  });

  it("shows the first names of many, and the others behind a button", () => {
    const names = (all: readonly string[]) => markup([{ is: "paragraph", text: [{ names: all }] }]);
    expect(names(NAMES.slice(0, 5))).toBe("<p>a, b, c, d, e</p>");
    expect(names(NAMES)).toBe(
      '<p>a, b, c, d, e and <button type="button" class="plain" aria-expanded="false">' +
        "2 more</button></p>",
    );
  });

  it("leaves out no level of headings", () => {
    const entries: Block = { is: "entries", entries: [{ title: "A", blocks: [paragraph("a")] }] };
    expect(markup([entries])).toContain("<h3>A</h3>");
    expect(markup([{ is: "heading", text: "Changes" }, entries])).toContain("<h4>A</h4>");
  });

  it("has a chart as a figure with its caption", () => {
    const points = [{ at: 0, available: 1024 }];
    const chart = { signal: "memory.available", points, limits: [], bands: [], marks: [] } as const;
    expect(markup([{ is: "chart", chart }])).toMatch(
      /^<figure><figcaption>.*memory\.available.*times in UTC.*<pre tabindex="0">/,
    );
  });

  it("has sections as parts of the page, each called by its heading", () => {
    const sections = [{ title: "Budgets", blocks: [paragraph("None.")] }];
    const page = renderToString(h(SectionPanels, { sections }));
    const [, id] = /aria-labelledby="(\S+)"/.exec(page) ?? [];
    expect(page).toContain(`<h2 id="${id}">Budgets</h2>`);
  });
});
