import type { ComponentChildren } from "preact";
import { plural } from "../../../../analysis/text/amount.ts";
import { CopyButton } from "../../controls/copyButton.tsx";
import { CHANGES_TRIED, COPY } from "./words.ts";

interface RemedyItemProps {
  /** In a sentence. */
  readonly change: string;
  /** Shown in its place, where the change is long. */
  readonly title?: string;
  readonly isTried: boolean;
  readonly onTry: () => void;
  /** What is typed to make the change; absent where no command makes it. */
  readonly kubectl?: string | undefined;
  /** What follows from it. */
  readonly children: ComponentChildren;
}

/** A change that was found, to be tried. */
export function RemedyItem({
  change,
  title = change,
  isTried,
  onTry,
  kubectl,
  children,
}: RemedyItemProps) {
  return (
    <li class={isTried ? "tried" : ""}>
      <div>
        <strong>{title}</strong> {children}
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
      {kubectl !== undefined && <CopyButton text={kubectl} label={COPY} />}
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
