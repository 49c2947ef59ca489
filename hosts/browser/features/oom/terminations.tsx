import { endSentences } from "../../../../analysis/questions/oom/terminationWords.ts";
import { useModel } from "../../state/context.ts";
import { Oom } from "./oom.ts";

/** The kills that a capture shows, under its title. */
export function Terminations() {
  const oom = useModel(Oom);
  return (
    <>
      {endSentences(oom.course.value?.ends ?? []).map((sentence) => (
        <p key={sentence} class="ending">
          {sentence}
        </p>
      ))}
    </>
  );
}
