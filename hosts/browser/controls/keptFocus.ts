import { useEffect } from "preact/hooks";

const ANSWER = "answer";
/** Where the answer of each view is. */
export const ANSWER_ADDRESS = `#${ANSWER}`;

/** What a person does with what has the focus. */
const USES = ["click", "keydown", "input", "paste"];

/**
 * Where what has the focus and was used gives way to something else, such as a button to the answer
 * that it asked for, the answer gets the focus: the browser would begin at the top of the page.
 * Where nobody used it, the browser goes on from the place that it had.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let isUsed = false;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
      isUsed = false;
    };
    const onUse = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== "Tab") isUsed = true;
    };
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || !isUsed) return;
      if (document.activeElement !== document.body) return;
      focusAnswer();
      // What says that the answer is on its way gives way to the answer.
      isUsed = true;
    });
    document.addEventListener("focusin", onFocus);
    for (const use of USES) document.addEventListener(use, onUse, true);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", onFocus);
      for (const use of USES) document.removeEventListener(use, onUse, true);
      observer.disconnect();
    };
  }, []);
}

/** The page stays where it is scrolled to. */
export function focusAnswer(): void {
  document.getElementById(ANSWER)?.focus({ preventScroll: true });
}
