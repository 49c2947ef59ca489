import { formatBytes } from "../../../../analysis/text/amount.ts";
import { useModel } from "../../state/context.ts";
import { OpenIn } from "./openIn.ts";
import { wantsText } from "./words.ts";

/** Another page asks to open documents here; its origin comes from the browser. */
export function OpenRequest() {
  const openIn = useModel(OpenIn);
  const brought = openIn.brought.value;
  if (brought === null) return null;
  const { origin, documents, sizeBytes } = brought;
  return (
    <p class="notice asks">
      <span>
        <b>{origin}</b> {wantsText(documents.length, `${formatBytes(sizeBytes)}B`)}
      </span>
      <button type="button" class="primary" onClick={() => openIn.answer(true)}>
        Open
      </button>
      <button type="button" onClick={() => openIn.answer(false)}>
        Dismiss
      </button>
    </p>
  );
}
