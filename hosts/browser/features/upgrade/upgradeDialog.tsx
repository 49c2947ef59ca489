import type { UpgradeAnswer } from "../../../../analysis/questions/given/upgrade.ts";
import { allSections, MARKS } from "../../../../analysis/text/document.ts";
import { useModal } from "../../controls/modal.ts";
import { Blocks, SectionDetails } from "../../document/blocks.tsx";
import { lettersOf } from "../../document/inline.tsx";
import { useModel } from "../../state/context.ts";
import { Upgrade } from "./upgrade.ts";
import { ANSWER, CLOSE, COMPARED, COMPARING, EXPLAINED, FROM, TITLE, TO } from "./words.ts";

export function UpgradeDialog() {
  return useModel(Upgrade).isOpen.value ? <Opened /> : null;
}

function Opened() {
  const upgrade = useModel(Upgrade);
  const dialog = useModal();
  const { answer, problem } = upgrade;
  return (
    <dialog
      ref={dialog}
      class="share upgrade"
      aria-labelledby="upgrade-title"
      onClose={() => (upgrade.isOpen.value = false)}
    >
      <h2 id="upgrade-title">{TITLE}</h2>
      <p class="quiet">{EXPLAINED}</p>
      <Releases />
      <div class="upgrade-result" aria-live="polite" aria-busy={answer.value === null}>
        {problem.value !== null && <p class="notice failure">{problem.value}</p>}
        {problem.value === null && answer.value === null && <p>{COMPARING}</p>}
        {answer.value !== null && <Result {...answer.value} />}
      </div>
      <p class="share-end">
        <button type="button" onClick={() => dialog.current?.close()}>
          {CLOSE}
        </button>
      </p>
    </dialog>
  );
}

function Releases() {
  const upgrade = useModel(Upgrade);
  const { from, to } = { ...upgrade.answer.value?.releases, ...upgrade.asked.value };
  const newest = COMPARED.at(-1) ?? "";
  return (
    <p class="releases">
      <ReleaseField
        title={FROM}
        releases={COMPARED.slice(0, -1)}
        chosen={from ?? COMPARED.at(-2) ?? ""}
        choose={(release) => void upgrade.compare({ from: release, to: to ?? newest })}
      />
      <ReleaseField
        title={TO}
        releases={COMPARED.slice(1)}
        chosen={to ?? newest}
        choose={(release) =>
          void upgrade.compare(from === undefined ? { to: release } : { from, to: release })
        }
      />
    </p>
  );
}

interface ReleaseFieldProps {
  readonly title: string;
  readonly releases: readonly string[];
  readonly chosen: string;
  readonly choose: (release: string) => void;
}

function ReleaseField({ title, releases, chosen, choose }: ReleaseFieldProps) {
  return (
    <label>
      {title}{" "}
      <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {releases.map((release) => (
          <option key={release} value={release}>
            {release}
          </option>
        ))}
      </select>
    </label>
  );
}

function Result({ document }: UpgradeAnswer) {
  const { title, mark, lead, sources = [] } = document;
  return (
    <>
      <h3 class={mark === undefined ? "" : MARKS[mark].tone}>{title}</h3>
      <ul class="facts">
        {sources.map((source, index) => (
          <li key={index}>{lettersOf(source)}</li>
        ))}
      </ul>
      <Blocks blocks={lead} label={ANSWER} />
      <SectionDetails sections={allSections(document)} />
    </>
  );
}
