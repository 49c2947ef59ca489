import { ABOVE_REQUEST, FOREMOST } from "../../../../analysis/questions/explain/usageWords.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { foremostAt } from "../../chart/foremost.ts";
import { momentAt } from "../../chart/stack.ts";
import { Amount } from "../../controls/amount.tsx";
import type { Usage } from "../../session/protocol.ts";
import { useStore } from "../../state/context.ts";

/** Pods named next to the chart: those most above their requests at the position. */
const NAMED_MAX = 4;

/** Who is above its request at the position, and by how much; choosing one selects the pod. */
export function PodLegend({ usage }: { readonly usage: Usage | null }) {
  const { position, pointed, pod } = useStore();
  // Its room is kept until it is known.
  if (usage === null) return <div class="pod-legend" />;
  const at = momentAt(usage, position.value);
  const { signal } = usage;
  const named = foremostAt(usage, at).slice(0, NAMED_MAX);
  return (
    <ul class="pod-legend" aria-label={FOREMOST}>
      {named.map(({ pod: name, color, usage: used, above }) => (
        <li key={name.uid}>
          <button
            type="button"
            class={`pod-key ${color.slice(2)}`}
            aria-pressed={pod.value?.uid === name.uid}
            title={podText(name)}
            onPointerEnter={() => (pointed.value = { pod: name.uid })}
            onPointerLeave={() => (pointed.value = null)}
            onClick={() => (pod.value = pod.peek()?.uid === name.uid ? null : name)}
          >
            <span class="pod-key-name">{name.name}</span>{" "}
            <b>
              <Amount signal={signal} of={used} />
            </b>
            {above > 0 && (
              <span class="quiet">
                {" "}
                <Amount signal={signal} of={above} /> {ABOVE_REQUEST}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
