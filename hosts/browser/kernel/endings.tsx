import { usePlayground } from "../view/context.ts";
import { endSentences } from "./endWords.ts";

/** The kills that a capture shows, in its story. */
export function Endings() {
  const { kernel } = usePlayground();
  return (
    <>
      {endSentences(kernel.course.value?.ends ?? []).map((sentence) => (
        <p key={sentence} class="ending">
          {sentence}
        </p>
      ))}
    </>
  );
}
