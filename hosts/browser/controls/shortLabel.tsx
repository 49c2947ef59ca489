interface ShortLabelProps {
  /** A path in a square of 24. */
  readonly icon: string;
  readonly children: string;
}

/** The words of a button, for which a header without room shows a drawing. */
export function ShortLabel({ icon, children }: ShortLabelProps) {
  return (
    <>
      <span class="label-words">{children}</span>
      <svg class="label-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={icon} />
      </svg>
    </>
  );
}

export const OPEN_ICON = "M12 5v14M5 12h14";
export const SEARCH_ICON = "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20";
export const SHARE_ICON = "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7";
