import type { Signal } from "@preact/signals";
import { PARTS } from "./words.ts";

const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

interface TabListProps<T> {
  readonly tabs: readonly (readonly [T, string])[];
  /** The one on show. */
  readonly tab: Signal<T>;
}

/** One part of several, chosen by its title. */
export function TabList<T extends string>({ tabs, tab }: TabListProps<T>) {
  return (
    <div
      class="tabs"
      role="tablist"
      aria-label={PARTS}
      onKeyDown={(event) => {
        const by = MOVES[event.key];
        if (by === undefined) return;
        event.preventDefault();
        const at = tabs.findIndex(([name]) => name === tab.peek());
        const to = (at + by + tabs.length) % tabs.length;
        tab.value = tabs[to]?.[0] ?? tab.peek();
        event.currentTarget.querySelectorAll("button")[to]?.focus();
      }}
    >
      {tabs.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={tab.value === name}
          tabIndex={tab.value === name ? 0 : -1}
          onClick={() => (tab.value = name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
