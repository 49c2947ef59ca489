import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Shows the dialog of this reference as a modal one: the browser keeps the focus inside, Esc closes
 * it, and the focus returns. It opens with its own rendering and not after the next paint, before
 * which a key would still reach the page behind it.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return dialog;
}
