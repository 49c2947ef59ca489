import { useState } from "preact/hooks";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import { changedWords } from "../../state/changedWords.ts";
import { usePlayground } from "../../state/context.ts";
import { copyOrDownload } from "./download.ts";
import { fileStem, type ListedRanking, rankingCsv, rankingMarkdown } from "./rankingTexts.ts";

const FORMS: readonly (readonly [
  title: string,
  write: (ranking: ListedRanking) => string,
  extension: string,
])[] = [
  ["Markdown", rankingMarkdown, "md"],
  ["CSV", rankingCsv, "csv"],
];

/** The ranking as it is listed, for an issue or a spreadsheet. */
export function RankingCopies({ decision }: { readonly decision: Decision }) {
  const playground = usePlayground();
  const [done, setDone] = useState("");
  const copy = async ([title, write, extension]: (typeof FORMS)[number]) => {
    const { shownPods, capture, isChanged, kernel, admission } = playground;
    const ranking = {
      decision,
      admission: admission.isRanked.peek() ? (admission.view.peek() ?? null) : null,
      kernel: kernel.isRanked.peek() ? (kernel.view.peek()?.ranking ?? null) : null,
      pods: shownPods.matching.peek(),
      summary: shownPods.summary.peek(),
      of: capture.peek()?.node ?? capture.peek()?.name ?? "",
      changed: isChanged.peek() ? changedWords(playground) : null,
    };
    const name = `${fileStem(ranking)}.${extension}`;
    setDone(await copyOrDownload(write(ranking), title, name));
  };
  return (
    <div class="copies">
      <span role="status">{done}</span>
      <span aria-hidden="true">Copy as</span>
      {FORMS.map((form) => (
        <button key={form[0]} type="button" class="small" onClick={() => void copy(form)}>
          <span class="visually-hidden">Copy the ranking as </span>
          {form[0]}
        </button>
      ))}
    </div>
  );
}
