import { useEffect, useRef, useState } from "preact/hooks";
import { STOPS, type Stop, TAKE_TOUR } from "./words.ts";

/** A walk through the page, for who sees it for the first time. */
export function Tour() {
  const [at, setAt] = useState<number | null>(null);
  const starter = useRef<HTMLButtonElement>(null);
  const stop = at === null ? undefined : STOPS[at];
  useShown(stop);
  const end = () => {
    setAt(null);
    starter.current?.focus();
  };
  return (
    <>
      <button type="button" class="plain tour-start" ref={starter} onClick={() => setAt(0)}>
        {TAKE_TOUR}
      </button>
      {stop !== undefined && at !== null && (
        <Card stop={stop} number={at + 1} onNext={() => setAt(at + 1)} onEnd={end} />
      )}
    </>
  );
}

interface CardProps {
  readonly stop: Stop;
  readonly number: number;
  readonly onNext: () => void;
  readonly onEnd: () => void;
}

function Card({ stop, number, onNext, onEnd }: CardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const isLast = number === STOPS.length;
  // Each stop is read out from its title.
  useEffect(() => title.current?.focus(), [stop]);
  return (
    <div
      class="tour"
      role="dialog"
      aria-labelledby="tour-title"
      aria-describedby="tour-text"
      onKeyDown={({ key }) => {
        if (key === "Escape") onEnd();
      }}
    >
      <h2 id="tour-title" ref={title} tabIndex={-1}>
        {stop.title}
      </h2>
      <p id="tour-text">{stop.text}</p>
      <p class="tour-buttons">
        <span class="quiet">
          {number} of {STOPS.length}
        </span>
        <button type="button" onClick={onEnd}>
          {isLast ? "Done" : "Leave"}
        </button>
        {!isLast && (
          <button type="button" class="primary" onClick={onNext}>
            Next
          </button>
        )}
      </p>
    </div>
  );
}

/** Brings the part that is talked about into view, and frames it. */
function useShown(stop: Stop | undefined): void {
  useEffect(() => {
    if (stop === undefined) return;
    const part = document.querySelector(stop.at);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    part?.classList.add("toured");
    part?.scrollIntoView({ block: "nearest", behavior: calm ? "instant" : "smooth" });
    return () => part?.classList.remove("toured");
  }, [stop]);
}
