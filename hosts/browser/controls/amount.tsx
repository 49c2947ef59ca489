import type { Signal } from "../../../analysis/engine/decision.ts";
import { formatBytes, formatCount, isCounted } from "../../../analysis/text/amount.ts";
import { useStore } from "../state/context.ts";

interface AmountProps {
  readonly signal: Signal;
  readonly of: number;
}

/** In the signal's own unit. Counts are always whole. */
export function Amount({ signal, of }: AmountProps) {
  return isCounted(signal) ? formatCount(of) : <Bytes of={of} />;
}

/** Rounded, or whole where the user asked for that; the other one where it is pointed at. */
export function Bytes({ of }: { readonly of: number }) {
  const { showsExact } = useStore();
  const [rounded, exact] = [formatBytes(of), exactBytes(of)];
  if (isWhole(of)) return rounded;
  const [shown, other] = showsExact.value ? [exact, rounded] : [rounded, exact];
  return (
    <data value={String(of)} title={other}>
      {shown}
    </data>
  );
}

/** Amounts as texts, for places that take nothing else. */
export function useAmountText(): (signal: Signal, amount: number) => string {
  const isExact = useStore().showsExact.value;
  return (signal, amount) => {
    if (isCounted(signal)) return formatCount(amount);
    return isExact && !isWhole(amount) ? exactBytes(amount) : formatBytes(amount);
  };
}

export function exactBytes(bytes: number): string {
  return `${formatCount(bytes)} B`;
}

/** Less than a KiB is shown in bytes. */
function isWhole(bytes: number): boolean {
  return formatBytes(bytes) === String(bytes);
}
