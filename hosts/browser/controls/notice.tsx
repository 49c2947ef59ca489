import type { ComponentChildren } from "preact";

interface NoticeProps {
  /** Its class, such as `failure`. */
  readonly kind: string;
  readonly onDismiss: () => void;
  readonly children: ComponentChildren;
}

/** What can be taken off the page once it is read. */
export function Notice({ kind, onDismiss, children }: NoticeProps) {
  return (
    <p class={`notice ${kind}`} role={kind === "failure" ? "alert" : undefined}>
      <span>{children}</span>
      <button type="button" class="plain" onClick={onDismiss}>
        Dismiss
      </button>
    </p>
  );
}
