import { useEffect, useRef } from "preact/hooks";
import { useModel } from "../state/context.ts";
import { VIEWS, type ViewName, Views } from "./views.ts";
import { ALSO_ANSWERED, VIEW_TITLES, VIEWS_LABEL } from "./words.ts";

/** One tab for each view; a dot marks another view that what is open answers too. */
export function ViewTabs() {
  const views = useModel(Views);
  const list = useRef<HTMLElement>(null);
  const shown = views.shown.value;
  // On a narrow screen they go on sideways.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (tab == null || list.current === null) return;
    const { offsetLeft, offsetWidth } = tab;
    list.current.scrollLeft = offsetLeft + offsetWidth / 2 - list.current.clientWidth / 2;
  }, [shown]);
  return (
    <nav class="views" aria-label={VIEWS_LABEL} ref={list}>
      {VIEWS.map((view) => (
        <ViewTab key={view} view={view} views={views} />
      ))}
    </nav>
  );
}

interface ViewTabProps {
  readonly view: ViewName;
  readonly views: Views;
}

function ViewTab({ view, views }: ViewTabProps) {
  const isShown = views.shown.value === view;
  return (
    <a
      href={`#view=${view}`}
      {...(isShown ? { "aria-current": "page" } : {})}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        views.go(view);
      }}
    >
      {VIEW_TITLES[view]}
      {views.alsoAnswers(view) && (
        <span class="dot">
          <span class="visually-hidden">{ALSO_ANSWERED}</span>
        </span>
      )}
    </a>
  );
}
