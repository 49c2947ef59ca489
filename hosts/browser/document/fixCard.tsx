import type { ComponentChildren } from "preact";
import { capitalized } from "../../../analysis/text/capitalized.ts";
import type { Fix } from "../../../analysis/text/document.ts";
import { Breakable } from "../controls/breakable.tsx";
import { Inline, lettersOf } from "./inline.tsx";
import { CHECKED, COST } from "./words.ts";

interface FixCardProps {
  readonly fix: Fix;
  readonly isTried?: boolean;
  /** Whether the list of the cards says how they were checked. */
  readonly isBare?: boolean;
  /** Told when the pointer comes, and when it leaves. */
  readonly onPoint?: (isOn: boolean) => void;
  /** Buttons that try and copy the change. */
  readonly children?: ComponentChildren;
}

/** A change: what it does, its price, and how to try it. */
export function FixCard({ fix, isTried = false, isBare, onPoint, children }: FixCardProps) {
  const { effect, cost } = fix;
  const [change = "", now] = lettersOf(fix.change).split(/ (?=\(now )/);
  return (
    <li
      class={isTried ? "fix tried" : "fix"}
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => onPoint?.(false)}
    >
      <h3>
        <Breakable text={change} /> {now !== undefined && <span class="quiet">{now}</span>}
      </h3>
      {effect !== undefined && (
        <p>
          <Breakable text={`${sentenceOf(lettersOf(effect))}.`} />
        </p>
      )}
      {cost !== undefined && (
        <p class="cost">
          <b>{COST}</b> <Inline text={cost} />.
        </p>
      )}
      {isBare !== true && (
        <p class="fix-buttons">
          {children}
          <span class="checked">{CHECKED}</span>
        </p>
      )}
    </li>
  );
}

/** Begins with a capital, unless a pod's name begins it. */
function sentenceOf(words: string): string {
  return words.split(" ", 1)[0]?.includes("/") === true ? words : capitalized(words);
}

interface TryButtonProps {
  /** The change, in a sentence. */
  readonly change: string;
  /** Absent where something else takes it back. */
  readonly isTried?: boolean;
  readonly onTry: () => void;
  /** Told when the focus comes, and when it leaves. */
  readonly onPoint?: (isOn: boolean) => void;
}

/** Tries a change, or takes it back. */
export function TryButton({ change, isTried, onTry, onPoint }: TryButtonProps) {
  return (
    <button
      type="button"
      class="try"
      aria-pressed={isTried}
      aria-label={`Try it: ${change}`}
      onFocus={() => onPoint?.(true)}
      onBlur={() => onPoint?.(false)}
      onClick={onTry}
    >
      {isTried === true ? "Tried" : "Try it"}
    </button>
  );
}
