import { useEffect } from "preact/hooks";

const ANSWER = "answer";
/** Where the answer of each view is. */
export const ANSWER_ADDRESS = `#${ANSWER}`;

/**
 * Where what has the focus gives way to something else, such as a button to the answer that it
 * asked for, the answer gets the focus: the browser would begin at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected) return;
      if (document.activeElement === document.body) focusAnswer();
    });
    document.addEventListener("focusin", onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", onFocus);
      observer.disconnect();
    };
  }, []);
}

/** The page stays where it is scrolled to. */
export function focusAnswer(): void {
  document.getElementById(ANSWER)?.focus({ preventScroll: true });
}
