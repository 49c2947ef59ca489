import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

interface FoldProps {
  readonly title: string;
  /** What is inside, counted or in a few words; null where that is not known. */
  readonly holds: string | null;
  /** Absent where nothing else opens it. */
  readonly isOpen?: boolean;
  /** Told when it is to open or to close; present where `isOpen` is. */
  readonly onFold?: (isOpen: boolean) => void;
  readonly children: ComponentChildren;
}

/** A part that a phone shows behind its title; where there is more room, it is as if alone. */
export function Fold({ title, holds, isOpen, onFold, children }: FoldProps) {
  const [isOpenHere, setIsOpenHere] = useState(false);
  const isShown = isOpen ?? isOpenHere;
  return (
    <div class={isShown ? "fold open" : "fold"}>
      <h2 class="fold-head">
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => (onFold ?? setIsOpenHere)(!isShown)}
        >
          <b>{title}</b> {holds !== null && <span class="quiet">{holds}</span>}
        </button>
      </h2>
      {children}
    </div>
  );
}
