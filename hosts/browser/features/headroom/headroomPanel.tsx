import type { Signal } from "../../../../analysis/engine/decision.ts";
import type {
  HeadroomAnswer,
  HeadroomEviction,
} from "../../../../analysis/questions/headroom/headroom.ts";
import {
  countedUnit,
  evictedWhen,
  HEADROOM_HINT,
  HEADROOM_UNKNOWN,
  headroomEnd,
  LEFT_BY_PODS,
  LEFT_TITLE,
} from "../../../../analysis/questions/headroom/headroomWords.ts";
import { formatAmount, isCounted } from "../../../../analysis/text/amount.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { Amount, exactBytes } from "../../controls/amount.tsx";
import { Announced } from "../../controls/announced.tsx";
import { useModel, useStore } from "../../state/context.ts";
import { Headroom } from "./headroom.ts";

/** Places of the slider; thresholds stand near its lower end, which gets the more of them. */
const PLACES = 1000;
const BEND = 3;
/** Below this, an amount is a number without a unit elsewhere. */
const BYTES_SHOWN = 1024;

/** If less is left: which pods are evicted, in which order. */
export function HeadroomPanel() {
  const { signals, focus, position } = useStore();
  const headroom = useModel(Headroom);
  const column = signals.value.find(({ signal }) => signal === focus.value);
  const now = column?.available[position.value];
  if (column === undefined || now === undefined || !(now > 0)) return null;
  return (
    <section class="headroom-panel" aria-labelledby="headroom-title">
      <h2 id="headroom-title">
        Headroom of <code>{focus.value}</code>
      </h2>
      <HeadroomSlider signal={focus.value} now={now} />
      <TakenAgain />
      <Announced class="headroom-answer">
        {headroom.available.value === null && <p class="quiet">{HEADROOM_HINT}</p>}
        {headroom.isUnknown.value && <p class="notice">{HEADROOM_UNKNOWN}</p>}
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
  // What is small has no unit by itself.
  const isBytes = available < BYTES_SHOWN && !isCounted(signal);
  const amount = isBytes ? exactBytes(available) : formatAmount(signal, available);
  const unit = countedUnit(signal);
  const place = Math.round(PLACES * (Math.min(available, now) / now) ** (1 / BEND));
  return (
    <div class="headroom-slider">
      <input
        type="range"
        aria-labelledby="headroom-title"
        aria-valuetext={`${amount}${unit} left`}
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
        {isBytes ? exactBytes(available) : <Amount signal={signal} of={available} />}
        {unit} left
      </output>
    </div>
  );
}

function TakenAgain() {
  const headroom = useModel(Headroom);
  return (
    <fieldset class="segments">
      <legend>{LEFT_TITLE}</legend>
      {LEFT_BY_PODS.map(([isTakenAgain, title, explained]) => (
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
      <p class="quiet">{headroomEnd(answer)}</p>
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
      <span class="quiet">{evictedWhen(eviction)}</span>
      <p>{eviction.why}</p>
    </li>
  );
}
