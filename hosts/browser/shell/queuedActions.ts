/** What was done to an element, and the state that the user saw it take. */
interface Act {
  readonly target: HTMLElement;
  readonly kind: "click" | "change";
  readonly value: string;
}

/**
 * Keeps what a user does with the frame before the page is there. The returned function does
 * it then: the page takes over the elements of the frame.
 */
export function keepActs(frame: HTMLElement): () => void {
  const acts: Act[] = [];
  const keep = ({ type, target }: Event) => {
    const kind = type === "change" ? "change" : "click";
    const pressed = kind === "click" && target instanceof Element ? target.closest("button") : null;
    if (pressed !== null) acts.push({ target: pressed, kind, value: "" });
    else if (kind === "change" && isField(target)) acts.push({ target, kind, value: target.value });
  };
  for (const kind of KINDS) frame.addEventListener(kind, keep);
  return () => {
    for (const kind of KINDS) frame.removeEventListener(kind, keep);
    for (const act of acts) redo(act);
  };
}

const KINDS = ["click", "change"] as const;

type Field = HTMLSelectElement | HTMLInputElement;

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLSelectElement || target instanceof HTMLInputElement;
}

function redo({ target, kind, value }: Act): void {
  const isToggle =
    target instanceof HTMLInputElement && ["radio", "checkbox"].includes(target.type);
  if (kind === "click" || isToggle) target.click();
  else if (isField(target)) {
    target.value = value;
    target.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
