import { terminationSentences } from "../../../../analysis/questions/oom/terminationWords.ts";
import { useModel } from "../../state/context.ts";
import { Oom } from "./oom.ts";

/** The kills that a capture shows, under its title. */
export function Terminations() {
  const oom = useModel(Oom);
  return (
    <>
      {terminationSentences(oom.timeline.value?.terminations ?? []).map((sentence) => (
        <p key={sentence} class="ending">
          {sentence}
        </p>
      ))}
    </>
  );
}
