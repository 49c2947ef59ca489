import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** Milliseconds without a key and without another sentence, after which sentences are announced. */
const PAUSE_MILLISECONDS = 1000;
/** For how long they stand there a second time, for screen readers alone. */
const TOLD_MILLISECONDS = 6000;

interface AnnouncedProps {
  readonly class: string;
  readonly children: ComponentChildren;
}

/**
 * Shows at once what follows each key, and tells screen readers when the typing has paused: only
 * the sentences that were not there the last time. What is there at first is read, not announced.
 */
export function Announced({ class: name, children }: AnnouncedProps) {
  const shown = useRef<HTMLDivElement>(null);
  const [told, setTold] = useState("");
  useEffect(() => {
    if (shown.current !== null) return whenSettled(shown.current, setTold);
  }, []);
  return (
    <>
      <div class={name} ref={shown}>
        {children}
      </div>
      <p class="visually-hidden" role="status">
        {told}
      </p>
    </>
  );
}

/** Tells the new sentences of an element, and after a while nothing; answers what ends that. */
function whenSettled(element: HTMLElement, tell: (sentences: string) => void): () => void {
  let [known, timer, isWaiting] = [sentencesIn(element), 0, false];
  const after = (milliseconds: number, act: () => void) => {
    clearTimeout(timer);
    timer = window.setTimeout(act, milliseconds);
  };
  const settled = () => {
    isWaiting = false;
    const now = sentencesIn(element);
    tell(now.filter((sentence) => !known.includes(sentence)).join(" "));
    known = now;
    after(TOLD_MILLISECONDS, () => tell(""));
  };
  const wait = () => {
    isWaiting = true;
    after(PAUSE_MILLISECONDS, settled);
  };
  const typed = () => {
    if (isWaiting) wait();
  };
  const observer = new MutationObserver(wait);
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  document.addEventListener("keydown", typed, true);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("keydown", typed, true);
  };
}

/** A line each. */
function sentencesIn(element: HTMLElement): readonly string[] {
  return element.innerText.split("\n").filter((line) => line.trim() !== "");
}
