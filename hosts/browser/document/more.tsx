import { formatCount } from "../../../analysis/text/amount.ts";

interface MoreProps {
  /** How many are left out. */
  readonly hidden: number;
  readonly isWhole: boolean;
  readonly onWhole: (isWhole: boolean) => void;
}

/** Shows what is left out, and takes it away again: the button keeps its place and the focus. */
export function More({ hidden, isWhole, onWhole }: MoreProps) {
  if (hidden === 0) return null;
  return (
    <button type="button" class="more" aria-expanded={isWhole} onClick={() => onWhole(!isWhole)}>
      {isWhole ? "Show fewer" : `Show ${formatCount(hidden)} more`}
    </button>
  );
}
