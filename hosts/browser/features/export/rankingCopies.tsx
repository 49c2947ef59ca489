import { useState } from "preact/hooks";
import { blocksMarkdown } from "../../../../analysis/present/markdown/markdown.ts";
import {
  fileStem,
  type ListedRanking,
  rankingBlocks,
  rankingCsv,
} from "../../../../analysis/questions/explain/rankingTexts.ts";
import { copyOrDownload } from "./download.ts";
import { COPY_RANKING } from "./words.ts";

const FORMS: readonly (readonly [
  title: string,
  write: (ranking: ListedRanking) => string,
  extension: string,
])[] = [
  ["Markdown", (ranking) => blocksMarkdown(rankingBlocks(ranking)), "md"],
  ["CSV", rankingCsv, "csv"],
];

/** The ranking as it is listed, for an issue or a spreadsheet. */
export function RankingCopies({ listed }: { readonly listed: () => ListedRanking }) {
  const [done, setDone] = useState("");
  const copy = async ([title, write, extension]: (typeof FORMS)[number]) => {
    const ranking = listed();
    const name = `${fileStem(ranking)}.${extension}`;
    setDone(await copyOrDownload(write(ranking), title, name));
  };
  return (
    <div class="copies">
      <span role="status">{done}</span>
      <span aria-hidden="true">Copy as</span>
      {FORMS.map((form) => (
        <button key={form[0]} type="button" class="small" onClick={() => void copy(form)}>
          <span class="visually-hidden">{COPY_RANKING} </span>
          {form[0]}
        </button>
      ))}
    </div>
  );
}
