import { useModel, useStore } from "../state/context.ts";
import { VIEWS, Views } from "./views.ts";
import { EMPTY_VIEWS, VIEW_TITLES } from "./words.ts";

/** Where objects hold no pending pod: the views that show more of them. */
export function OtherViews() {
  const { answer } = useStore();
  const views = useModel(Views);
  const { subject, pods } = answer.value ?? {};
  if (subject !== "pendingPod" || pods?.length !== 0) return null;
  return (
    <ul class="offered other-views">
      {VIEWS.filter((view) => views.alsoAnswers(view)).map((view) => (
        <li key={view}>
          <button type="button" class="offer" onClick={() => views.go(view)}>
            {VIEW_TITLES[view]}
          </button>
          <p>{EMPTY_VIEWS[view].title}.</p>
        </li>
      ))}
    </ul>
  );
}
