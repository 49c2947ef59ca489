import type { ComponentChildren } from "preact";
import { plural } from "../../../analysis/text/amount.ts";
import { Fold } from "../controls/fold.tsx";
import { useStore } from "../state/context.ts";
import { EMPTY_CONFIGURATION, type Part as PartName, type Store } from "../state/store.ts";
import { useEvictedText } from "./evictedText.ts";
import { COMPARED_PARTS, DEFAULTS, metText, PART_TITLES, SWEPT_PARTS } from "./words.ts";

interface PartProps {
  readonly of: PartName;
  readonly children: ComponentChildren;
}

/** A part of the page of a capture, which a phone folds behind its title and what is in it. */
export function Part({ of, children }: PartProps) {
  const store = useStore();
  const evicted = useEvictedText();
  const holds = of === "evictions" ? evicted : HOLDS[of](store);
  return (
    <Fold
      title={PART_TITLES[of]}
      holds={holds}
      isOpen={store.unfolded.value.has(of)}
      onFold={(isOpen) => store.fold(of, isOpen)}
    >
      {children}
    </Fold>
  );
}

const HOLDS: Readonly<Record<Exclude<PartName, "evictions">, (store: Store) => string | null>> = {
  decision: ({ decision }) => {
    const { thresholds } = decision.value ?? {};
    if (thresholds === undefined) return null;
    return metText(thresholds.filter(({ met }) => met).length, thresholds.length);
  },
  ranking: ({ decision }) => {
    const { ranking } = decision.value ?? {};
    return ranking === undefined ? null : plural(ranking.length, "pod");
  },
  configuration: ({ configuration }) => {
    const text = configuration.value;
    if (text === EMPTY_CONFIGURATION) return DEFAULTS;
    return plural(text.trimEnd().split("\n").length, "line");
  },
  signals: ({ signals }) => plural(signals.value.length, "signal"),
  compare: () => COMPARED_PARTS,
  sweep: () => SWEPT_PARTS,
};
