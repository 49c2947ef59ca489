import { changeSentence } from "../../../../analysis/questions/remedy.ts";
import { remedyFix } from "../../../../analysis/questions/simulate/remedies/remedyFixes.ts";
import type { SimulateRemedy } from "../../../../analysis/questions/simulate/remedies/simulateRemedies.ts";
import { unsearchedWords } from "../../../../analysis/questions/simulate/verdictWords.ts";
import { CopyButton } from "../../controls/copyButton.tsx";
import { FixCard, TryButton } from "../../document/fixCard.tsx";
import { CARDS_SHOWN, FixCards } from "../../document/fixCards.tsx";
import type { OpenedCluster } from "./openedCluster.ts";
import { Trying } from "./trying.tsx";
import { COPY, FIXES } from "./words.ts";

interface CardsProps {
  readonly cluster: OpenedCluster;
}

/** The smallest single changes with which the cluster settles, each to be tried. */
export function RemedyCards({ cluster }: CardsProps) {
  const { own, goal, found, searched } = cluster;
  const isAwaited = goal.value !== null && found.value === null;
  const names = ["fixes", "counterfactuals", "remedies", ...(isAwaited ? ["awaited-fixes"] : [])];
  return (
    <section class={names.join(" ")} aria-labelledby="remedies-title">
      <p class="section-head">
        <h2 id="remedies-title">{FIXES}</h2>
        {found.value !== null && <span class="quiet">{found.value.words}</span>}
        {own.value !== null && goal.value === null && (
          <span class="quiet">{unsearchedWords(own.value.verdict)}</span>
        )}
      </p>
      <Trying count={searched.value} of="change" />
      {found.value !== null && <Cards cluster={cluster} remedies={found.value.remedies} />}
    </section>
  );
}

interface FoundProps extends CardsProps {
  readonly remedies: readonly SimulateRemedy[];
}

function Cards({ cluster, remedies }: FoundProps) {
  // What is tried stays in sight.
  const tried = (cluster.tried.value?.change ?? -1) + 1;
  const cards = remedies.map((remedy, index) => (
    <Card key={changeSentence(remedy)} cluster={cluster} remedy={remedy} index={index} />
  ));
  return <FixCards cards={cards} shown={Math.max(CARDS_SHOWN, tried)} />;
}

interface CardProps extends CardsProps {
  readonly remedy: SimulateRemedy;
  readonly index: number;
}

function Card({ cluster, remedy, index }: CardProps) {
  const isTried = cluster.tried.value?.change === index;
  const commands = commandsOf(remedy);
  return (
    <FixCard fix={remedyFix(remedy)} isTried={isTried}>
      <TryButton
        change={changeSentence(remedy)}
        isTried={isTried}
        onTry={() => cluster.try(isTried ? null : index)}
      />
      {commands !== undefined && <CopyButton text={commands} label={COPY} />}
    </FixCard>
  );
}

/** Where a command makes each of the changes. */
function commandsOf({ changes }: SimulateRemedy): string | undefined {
  const commands = changes.flatMap(({ kubectl }) => kubectl ?? []);
  return commands.length === changes.length ? commands.join("\n") : undefined;
}
