import { useModel } from "../state/context.ts";
import { Address } from "./address.ts";
import { KEPT } from "./words.ts";

/** That the browser keeps what is on show, and how to end that. */
export function Kept() {
  const address = useModel(Address);
  if (!address.isKept.value) return null;
  return (
    <span>
      {KEPT}{" "}
      <button type="button" class="plain" onClick={() => void address.forget()}>
        Forget
      </button>
    </span>
  );
}
