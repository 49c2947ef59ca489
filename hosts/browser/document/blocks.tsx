import { useId, useState } from "preact/hooks";
import { chartLines } from "../../../analysis/present/chartLines.ts";
import { gaugesTable } from "../../../analysis/present/gaugesTable.ts";
import { shown } from "../../../analysis/present/shown.ts";
import { timelineTable } from "../../../analysis/present/timelineTable.ts";
import {
  type Block,
  type Chart,
  type Entry,
  type Fact,
  type Fix,
  fixText,
  headed,
  partsOf,
  plain,
  plainLines,
  type Section,
  type Text,
} from "../../../analysis/text/document.ts";
import { Fold } from "../controls/fold.tsx";
import { Inline, lettersOf } from "./inline.tsx";
import { More } from "./more.tsx";
import { type ActionsOf, type Sorting, TableView } from "./table.tsx";
import { contentText } from "./words.ts";

interface BlocksProps {
  readonly blocks: readonly Block[];
  /** What tables are called that are below no heading. */
  readonly label: string;
  /** What the rows of its tables do. */
  readonly actionsOf?: ActionsOf;
  readonly sorting?: Sorting;
}

/** Blocks of a document, below a heading of the page. */
export function Blocks({ blocks, label, ...tables }: BlocksProps) {
  return (
    <div class="document">
      {blocks.map((block, index) => (
        <BlockView
          key={index}
          block={block}
          heading={headingAt(blocks, index)}
          label={label}
          {...tables}
        />
      ))}
    </div>
  );
}

/** Sections of a document as parts of the page, which a phone folds. */
export function SectionPanels({ sections }: { readonly sections: readonly Section[] }) {
  return (
    <>
      {sections.map((section, index) => (
        <Fold key={index} title={lettersOf(section.title)} holds={contentText(section.blocks)}>
          <SectionPanel {...section} />
        </Fold>
      ))}
    </>
  );
}

/** A section of a document as a part of the page. */
export function SectionPanel({ title, blocks }: Section) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>
        <Inline text={title} />
      </h2>
      <Blocks blocks={blocks} label={lettersOf(title)} />
    </section>
  );
}

/** Sections of a document that are folded below their titles. */
export function SectionDetails({ sections }: { readonly sections: readonly Section[] }) {
  return (
    <>
      {sections.map(({ title, blocks }) => (
        <details key={lettersOf(title)}>
          <summary>
            <Inline text={title} />
          </summary>
          <Blocks blocks={blocks} label={lettersOf(title)} />
        </details>
      ))}
    </>
  );
}

interface HeadedProps {
  readonly sections: readonly Section[];
  readonly actionsOf?: ActionsOf;
}

/** Sections of a document below headings within a part of the page. */
export function HeadedSections({ sections, actionsOf }: HeadedProps) {
  return (
    <>
      {sections.map(({ title, blocks }) => (
        <Blocks
          key={lettersOf(title)}
          blocks={headed(title, blocks)}
          label={lettersOf(title)}
          {...(actionsOf === undefined ? {} : { actionsOf })}
        />
      ))}
    </>
  );
}

/** The heading that a block is below; null without one. */
function headingAt(blocks: readonly Block[], index: number): Text | null {
  const last = blocks.slice(0, index).findLast(({ is }) => is === "heading");
  return last?.is === "heading" ? last.text : null;
}

interface BlockProps extends Omit<BlocksProps, "blocks"> {
  readonly block: Block;
  readonly heading: Text | null;
}

function BlockView({ block, heading, label, ...tables }: BlockProps) {
  switch (block.is) {
    case "heading":
      return (
        <h3>
          <Inline text={block.text} />
        </h3>
      );
    case "paragraph":
      return (
        <p>
          <Inline text={block.text} />
        </p>
      );
    case "list":
      return <List {...block} />;
    case "quote":
      return <blockquote>{plain(block.text)}</blockquote>;
    case "facts":
      return <Facts rows={block.rows} />;
    case "fixes":
      return <Fixes fixes={block.fixes} />;
    case "table": {
      const name = heading === null ? label : lettersOf(heading);
      return (
        <>
          <TableView table={block} label={name} {...tables} />
          <Facts rows={block.notes ?? []} />
        </>
      );
    }
    case "gauges":
      return <TableView table={gaugesTable(block)} label={label} {...tables} />;
    case "timeline":
      return <TableView table={timelineTable(block)} label={label} {...tables} />;
    case "entries":
      return (
        <>
          {block.entries.map((entry, index) => (
            <EntryView key={index} entry={entry} isBelowHeading={heading !== null} />
          ))}
        </>
      );
    case "code":
      return <Preformatted text={block.text} />;
    case "chart":
      return <ChartFigure chart={block.chart} />;
  }
}

function List({ items, cut }: Extract<Block, { is: "list" }>) {
  const [isWhole, setIsWhole] = useState(false);
  const { head, hidden, tail } = shown(items, cut, { all: false });
  const listed = isWhole ? items : [...head, ...tail];
  return (
    <>
      <ul>
        {listed.map((item, index) => (
          <li key={index}>
            <Inline text={item} />
          </li>
        ))}
      </ul>
      <More hidden={hidden} isWhole={isWhole} onWhole={setIsWhole} />
    </>
  );
}

function Fixes({ fixes }: { readonly fixes: readonly Fix[] }) {
  return (
    <ol>
      {fixes.map((fix, index) => (
        <li key={index}>
          <Inline text={fixText(fix)} />
          {fix.cost !== undefined && (
            <p class="quiet">
              <Inline text={["cost: ", ...partsOf(fix.cost)]} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A text without a label is a paragraph below those that have one. */
function Facts({ rows }: { readonly rows: readonly Fact[] }) {
  const labeled = rows.filter(([label]) => label !== "");
  const others = rows.filter(([label]) => label === "");
  return (
    <>
      {labeled.length > 0 && (
        <dl>
          {labeled.map(([label, text]) => (
            <div key={label}>
              <dt>{plain(label)}</dt>
              <dd>
                <Inline text={text} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {others.map(([, text], index) => (
        <p key={index} class="quiet">
          <Inline text={text} />
        </p>
      ))}
    </>
  );
}

interface EntryProps {
  readonly entry: Entry;
  readonly isBelowHeading: boolean;
}

/** No level of headings is left out. */
function EntryView({ entry: { title, blocks }, isBelowHeading }: EntryProps) {
  const Title = isBelowHeading ? "h4" : "h3";
  return (
    <div class="entry">
      <Title>
        <Inline text={title} />
      </Title>
      <Blocks blocks={blocks} label={lettersOf(title)} />
    </div>
  );
}

/** What scrolls takes a focus, so that it scrolls by keys as well. */
function Preformatted({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which takes a focus and keys.
    <pre tabIndex={0}>
      <code>{plainLines(text)}</code>
    </pre>
  );
}

function ChartFigure({ chart }: { readonly chart: Chart }) {
  return (
    <figure>
      <figcaption>
        <span>
          <code>{chart.signal}</code>, times in UTC
        </span>
      </figcaption>
      <Preformatted text={chartLines(chart).join("\n")} />
    </figure>
  );
}
