import { oomSentences } from "../../../../analysis/questions/oom/oomWords.ts";
import { useModel } from "../../state/context.ts";
import { Oom } from "./oom.ts";

/** What the kernel's OOM killer would do at this moment, and whether it would be first. */
export function OomSection() {
  const oom = useModel(Oom);
  const { problem, view } = oom;
  if (problem.value !== null) return <p class="notice">{problem.value}</p>;
  const { race = null, ranking = null } = view.value ?? {};
  // Where memory did not fall, there is no race, and nothing to say of one.
  const words = race?.sentences.join(" ") ?? "";
  if (words === "" && ranking === null) return null;
  return (
    <div class="oom-section">
      <h3>Kubelet or kernel</h3>
      {words !== "" && (
        <ul>
          <li class={race?.first === "kernel" || race?.first === "either" ? "on" : ""}>{words}</li>
        </ul>
      )}
      {ranking !== null && (
        <details>
          <summary>Whom the kernel would kill</summary>
          <ul>
            {oomSentences(ranking).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {ranking.assumed.map((sentence) => (
            <p key={sentence} class="quiet">
              {sentence}
            </p>
          ))}
        </details>
      )}
    </div>
  );
}
