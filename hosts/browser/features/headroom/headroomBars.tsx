import {
  BARS_LABEL,
  NONE_OBSERVED,
} from "../../../../analysis/questions/headroom/headroomWords.ts";
import { Amount } from "../../controls/amount.tsx";
import { Limit } from "../../controls/limit.tsx";
import type { SignalColumn } from "../../session/protocol.ts";
import { useStore } from "../../state/context.ts";

/** What each signal has left at the position, and how much of that lies above its thresholds. */
export function HeadroomBars() {
  const { signals, position } = useStore();
  const step = position.value;
  const shown = signals.value.filter(
    ({ available, capacity }) => !Number.isNaN(available[step]) && (capacity[step] ?? 0) > 0,
  );
  return (
    <ul class="headroom" aria-label={BARS_LABEL}>
      {shown.map((column) => (
        <HeadroomBar key={column.signal} column={column} step={step} />
      ))}
      {shown.length === 0 && <li class="quiet">{NONE_OBSERVED}</li>}
    </ul>
  );
}

interface HeadroomBarProps {
  readonly column: SignalColumn;
  readonly step: number;
}

function HeadroomBar({ column, step }: HeadroomBarProps) {
  const { focus, pointed } = useStore();
  const { signal, available, capacity, thresholds } = column;
  const [left = 0, all = 1] = [available[step], capacity[step]];
  const known = thresholds.filter(({ limit }) => !Number.isNaN(limit[step]));
  const share = (amount: number) => `${Math.min(Math.max(amount / all, 0), 1) * 100}%`;
  return (
    <li>
      <button
        type="button"
        class="headroom-row"
        aria-pressed={focus.value === signal}
        onClick={() => (focus.value = signal)}
      >
        <code>{signal}</code>
        <span class="headroom-bar" aria-hidden="true">
          <span class="headroom-used" style={{ width: share(all - left) }} />
          {known.map(({ hard, limit }) => (
            <span
              key={String(hard)}
              class={hard ? "headroom-limit hard" : "headroom-limit soft"}
              style={{ left: share(all - (limit[step] ?? 0)) }}
              onPointerEnter={() => (pointed.value = { threshold: { signal, hard } })}
              onPointerLeave={() => (pointed.value = null)}
            />
          ))}
        </span>
        <span class="headroom-words">
          <Amount signal={signal} of={left} /> of <Amount signal={signal} of={all} /> free
          {known.map(({ hard, value, limit }) => (
            <span key={String(hard)}>
              , {hard ? "evicts" : "soft"} below{" "}
              <Limit signal={signal} value={value} limit={limit[step]} />
            </span>
          ))}
        </span>
      </button>
    </li>
  );
}
