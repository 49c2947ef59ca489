import type { Signal } from "../../../../analysis/engine/decision.ts";
import { formatAmount, formatSeconds } from "../../../../analysis/text/amount.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { Amount } from "../../controls/amount.tsx";
import { Announced } from "../../controls/announced.tsx";
import type { HeadroomAnswer, HeadroomEviction } from "../../session/protocol.ts";
import { useModel, useStore } from "../../state/context.ts";
import { Headroom } from "./headroom.ts";

/** Places of the slider; thresholds stand near its lower end, which gets the more of them. */
const PLACES = 1000;
const BEND = 3;

const OUTCOMES = [
  [false, "stays free", "What an evicted pod used is available again."],
  [
    true,
    "is taken again",
    "Something else uses it immediately, so pods are evicted until none is left.",
  ],
] as const;

/** If less is left: which pods are evicted, in which order. */
export function HeadroomPanel() {
  const { signals, focus, position } = useStore();
  const headroom = useModel(Headroom);
  const column = signals.value.find(({ signal }) => signal === focus.value);
  const now = column?.available[position.value];
  if (column === undefined || now === undefined || !(now > 0)) return null;
  return (
    <section class="headroom-panel" aria-labelledby="headroom-title">
      <h3 id="headroom-title">
        Headroom of <code>{focus.value}</code>
      </h3>
      <HeadroomSlider signal={focus.value} now={now} />
      <TakenAgain />
      <Announced class="headroom-answer">
        {headroom.available.value === null && (
          <p class="quiet">
            Move the slider to see which of these pods are evicted if less is left.
          </p>
        )}
        {headroom.isUnknown.value && (
          <p class="notice">The Summary does not say what this is made of.</p>
        )}
        {headroom.answer.value !== null && <Answer answer={headroom.answer.value} />}
      </Announced>
    </section>
  );
}

interface HeadroomSliderProps {
  readonly signal: Signal;
  readonly now: number;
}

function HeadroomSlider({ signal, now }: HeadroomSliderProps) {
  const headroom = useModel(Headroom);
  const available = headroom.available.value ?? now;
  const place = Math.round(PLACES * (Math.min(available, now) / now) ** (1 / BEND));
  return (
    <div class="headroom-slider">
      <input
        type="range"
        aria-labelledby="headroom-title"
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

function Answer({ answer }: { readonly answer: HeadroomAnswer }) {
  return (
    <>
      {answer.evictions.length > 0 && (
        <ol class="headroom-evictions">
          {answer.evictions.map((each) => (
            <EvictedPod key={`${each.pod.uid} ${each.seconds}`} eviction={each} />
          ))}
        </ol>
      )}
      <p class="quiet">{endWords(answer)}</p>
    </>
  );
}

function EvictedPod({ eviction }: { readonly eviction: HeadroomEviction }) {
  const { pod, pointed } = useStore();
  const { uid } = eviction.pod;
  return (
    <li
      onPointerEnter={() => (pointed.value = { pod: uid })}
      onPointerLeave={() => (pointed.value = null)}
    >
      <button type="button" class="pod" onClick={() => (pod.value = eviction.pod)}>
        {podText(eviction.pod)}
      </button>{" "}
      <span class="quiet">
        {eviction.seconds === 0 ? "immediately" : `after ${formatSeconds(eviction.seconds)}`}
        {eviction.signal !== null &&
          `, ${eviction.hard ? "hard" : "soft"} threshold of ${eviction.signal}`}
      </span>
      <p>{eviction.why}</p>
    </li>
  );
}

/** Why no further pod is evicted. */
function endWords({ evictions, end, left, signal, seconds, conditions }: HeadroomAnswer): string {
  const amount = left === null ? "" : formatAmount(signal, left);
  const held = conditions.length === 0 ? "" : `; the node reports ${conditions.join(" and ")}`;
  if (end === "nobody") return `Then no pod is left that the kubelet may evict${held}.`;
  if (end === "later")
    return `And so on: only the first ${formatSeconds(seconds)} are shown${held}.`;
  return evictions.length === 0
    ? `No pod is evicted${held}.`
    : `Then ${amount} is available, and no further pod is evicted${held}.`;
}
