import type { ComponentChild } from "preact";
import { useId, useState } from "preact/hooks";
import type { Section } from "../../../analysis/text/document.ts";
import { Blocks } from "./blocks.tsx";
import { FixCard } from "./fixCard.tsx";
import { lettersOf } from "./inline.tsx";
import { More } from "./more.tsx";

/** In a row. */
export const CARDS_SHOWN = 3;

interface FixCardsProps {
  readonly cards: readonly ComponentChild[];
  /** How many are shown before the others are asked for. */
  readonly shown?: number;
}

/** The first cards, and the others on demand. */
export function FixCards({ cards, shown = CARDS_SHOWN }: FixCardsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const hidden = Math.max(0, cards.length - shown);
  if (cards.length === 0) return null;
  return (
    <>
      <ul class="fix-cards">{isWhole ? cards : cards.slice(0, shown)}</ul>
      <More hidden={hidden} isWhole={isWhole} onWhole={setIsWhole} />
    </>
  );
}

/** Whether a section of a document is one of fixes. */
export function hasFixes({ blocks }: Section): boolean {
  return blocks.some(({ is }) => is === "fixes");
}

/** Fixes of a document; what its title has in brackets says how they were checked. */
export function FixSection({ title, blocks }: Section) {
  const id = useId();
  const [heading, checked] = lettersOf(title).split(/ \((.*)\)$/);
  const fixes = blocks.flatMap((block) => (block.is === "fixes" ? block.fixes : []));
  const others = blocks.filter(({ is }) => is !== "fixes");
  return (
    <section class="fixes counterfactuals" aria-labelledby={id}>
      <p class="section-head">
        <h2 id={id}>{heading}</h2>
        {checked !== undefined && <span class="quiet">{checked}</span>}
      </p>
      <FixCards cards={fixes.map((fix, index) => <FixCard key={index} fix={fix} isBare />)} />
      {others.length > 0 && <Blocks blocks={others} label={heading ?? ""} />}
    </section>
  );
}
