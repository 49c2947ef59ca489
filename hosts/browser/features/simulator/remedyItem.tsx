import type { ComponentChildren } from "preact";
import { plural } from "../../../../analysis/text/amount.ts";
import { CHANGES_TRIED } from "./words.ts";

interface RemedyItemProps {
  /** In a sentence. */
  readonly change: string;
  readonly isTried: boolean;
  readonly onTry: () => void;
  /** What follows from it. */
  readonly children: ComponentChildren;
}

/** A change that was found, to be tried. */
export function RemedyItem({ change, isTried, onTry, children }: RemedyItemProps) {
  return (
    <li class={isTried ? "tried" : ""}>
      <div>
        <strong>{change}</strong> {children}
      </div>
      <button
        type="button"
        class="try"
        aria-pressed={isTried}
        aria-label={`Try it: ${change}`}
        onClick={onTry}
      >
        {isTried ? "Tried" : "Try it"}
      </button>
    </li>
  );
}

interface TryingProps {
  /** How many were tried; null when no search is under way. */
  readonly count: number | null;
  readonly of: string;
}

export function Trying({ count, of }: TryingProps) {
  return (
    <div role="status">
      {count !== null && (
        <p class="quiet">
          {plural(count, of)} tried… <progress aria-label={CHANGES_TRIED} />
        </p>
      )}
    </div>
  );
}
