interface IconButtonProps {
  readonly label: string;
  /** The keys that do the same. */
  readonly keys: string;
  /** A path in a square of 24. */
  readonly icon: string;
  readonly isDisabled: boolean;
  readonly onPress: () => void;
  /** Its class in addition, where it is smaller. */
  readonly kind?: string;
}

/** A button that is a drawing; one that does nothing now can be reached all the same. */
export function IconButton({ label, keys, icon, isDisabled, onPress, kind }: IconButtonProps) {
  const size = kind === undefined ? 20 : 16;
  return (
    <button
      type="button"
      class={kind === undefined ? "icon" : `icon ${kind}`}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys})`}
      aria-disabled={isDisabled}
      onClick={() => isDisabled || onPress()}
    >
      <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  );
}
