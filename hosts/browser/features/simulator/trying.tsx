import { plural } from "../../../../analysis/text/amount.ts";
import { CHANGES_TRIED } from "./words.ts";

interface TryingProps {
  /** How many were tried; null when no search is under way. */
  readonly count: number | null;
  readonly of: string;
}

/** How far a search for fixes has come. */
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
