import { endSentences } from "../../../../analysis/questions/oom/terminationWords.ts";
import { usePlayground } from "../../state/context.ts";

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
