import type { Signal } from "../../../../analysis/engine/decision.ts";
import { formatAmount, formatSeconds } from "../../../../analysis/text/amount.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { Amount } from "../../controls/amount.tsx";
import { Announced } from "../../controls/announced.tsx";
import type { Fell, Gone } from "../../session/protocol.ts";
import { useModel, useStore } from "../../state/context.ts";
import { Headroom } from "./headroom.ts";

/** Places of the slider; thresholds stand near its lower end, which gets the more of them. */
const PLACES = 1000;
const BEND = 3;

const OUTCOMES = [
  [false, "stays free", "What an evicted pod used is available again."],
  [true, "is taken again", "Something else uses it at once, so that pods go until none is left."],
] as const;

/** If less were left: which pods would go, in which order. */
export function HeadroomPanel() {
  const { signals, focus, position } = useStore();
  const headroom = useModel(Headroom);
  const column = signals.value.find(({ signal }) => signal === focus.value);
  const now = column?.available[position.value];
  if (column === undefined || now === undefined || !(now > 0)) return null;
  return (
    <section class="fall" aria-labelledby="fall-title">
      <h3 id="fall-title">
        If <code>{focus.value}</code> fell to
      </h3>
      <FallSlider signal={focus.value} now={now} />
      <TakenAgain />
      <Announced class="fall-answer">
        {headroom.available.value === null && (
          <p class="quiet">
            Move the slider to see which of these pods would go, and in which order.
          </p>
        )}
        {headroom.isUnknown.value && (
          <p class="notice">The Summary does not say what this is made of.</p>
        )}
        {headroom.fell.value !== null && <Answer fell={headroom.fell.value} />}
      </Announced>
    </section>
  );
}

interface FallSliderProps {
  readonly signal: Signal;
  readonly now: number;
}

function FallSlider({ signal, now }: FallSliderProps) {
  const headroom = useModel(Headroom);
  const available = headroom.available.value ?? now;
  const place = Math.round(PLACES * (Math.min(available, now) / now) ** (1 / BEND));
  return (
    <div class="fall-slider">
      <input
        type="range"
        aria-labelledby="fall-title"
        aria-valuetext={`${formatAmount(signal, available)} left`}
        min={0}
        max={PLACES}
        step={1}
        value={place}
        onInput={({ currentTarget }) => {
          const share = (currentTarget.valueAsNumber / PLACES) ** BEND;
          headroom.available.value = Math.round(now * share);
        }}
      />
      <output>
        <Amount signal={signal} of={available} />
      </output>
    </div>
  );
}

function TakenAgain() {
  const headroom = useModel(Headroom);
  return (
    <fieldset class="segments">
      <legend>What evicted pods leave</legend>
      {OUTCOMES.map(([isTakenAgain, title, explained]) => (
        <label key={title} title={explained}>
          <input
            type="radio"
            name="taken-again"
            checked={headroom.isTakenAgain.value === isTakenAgain}
            onChange={() => (headroom.isTakenAgain.value = isTakenAgain)}
          />
          <span>{title}</span>
          <span class="visually-hidden">: {explained}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Answer({ fell }: { readonly fell: Fell }) {
  return (
    <>
      {fell.gone.length > 0 && (
        <ol class="gone">
          {fell.gone.map((each) => (
            <GonePod key={`${each.pod.uid} ${each.seconds}`} gone={each} />
          ))}
        </ol>
      )}
      <p class="quiet">{endWords(fell)}</p>
    </>
  );
}

function GonePod({ gone }: { readonly gone: Gone }) {
  const { pod, pointed } = useStore();
  const { uid } = gone.pod;
  return (
    <li
      onPointerEnter={() => (pointed.value = { pod: uid })}
      onPointerLeave={() => (pointed.value = null)}
    >
      <button type="button" class="pod" onClick={() => (pod.value = gone.pod)}>
        {podText(gone.pod)}
      </button>{" "}
      <span class="quiet">
        {gone.seconds === 0 ? "as it is" : `after ${formatSeconds(gone.seconds)}`}
        {gone.signal !== null && `, ${gone.hard ? "hard" : "soft"} threshold of ${gone.signal}`}
      </span>
      <p>{gone.why}</p>
    </li>
  );
}

/** Why nothing more goes. */
function endWords({ gone, end, left, signal, seconds, conditions }: Fell): string {
  const amount = left === null ? "" : formatAmount(signal, left);
  const held = conditions.length === 0 ? "" : `; the node reports ${conditions.join(" and ")}`;
  if (end === "nobody") return `Then no pod is left that the kubelet may evict${held}.`;
  if (end === "later")
    return `And so on: only the first ${formatSeconds(seconds)} are shown${held}.`;
  return gone.length === 0
    ? `No pod would go${held}.`
    : `Then ${amount} is available, and no further pod is evicted${held}.`;
}
