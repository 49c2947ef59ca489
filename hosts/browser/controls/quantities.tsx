import type { Signal } from "../../../analysis/engine/decision.ts";
import { formatBytes, formatCount, isCounted } from "../../../analysis/text/amount.ts";
import { useStore } from "../state/context.ts";
import { Amount, exactBytes } from "./amount.tsx";

/** A whole quantity in a sentence; percentages, durations and decimals stay as they are. */
const QUANTITY = /(?<![\w.%-])(\d+(?:[KMGTPE]i)?)(?![\w%]|\.\d)/;
const SUFFIXES = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

interface QuantitiesProps {
  /** As the core words it, in the quantities of Kubernetes, which are exact. */
  readonly sentence: string;
  readonly signal: Signal;
}

/** A sentence about a signal, with amounts as everywhere on the page. */
export function Quantities({ sentence, signal }: QuantitiesProps) {
  const { showsExact } = useStore();
  const parts = sentence.split(new RegExp(QUANTITY, "g"));
  const isCount = isCounted(signal);
  const text = (amount: number) => {
    if (isCount) return formatCount(amount);
    return showsExact.value ? exactBytes(amount) : formatBytes(amount);
  };
  const amounts = parts.filter(isQuantity).map(amountOf);
  // Two amounts that differ must not look alike.
  const areTold = new Set(amounts.map(text)).size === new Set(amounts).size;
  if (!areTold || !amounts.every(Number.isSafeInteger)) return <>{sentence}</>;
  return (
    <>
      {parts.map((part, place) =>
        isQuantity(part, place) ? (
          <Amount key={`${place} ${part}`} signal={signal} of={amountOf(part)} />
        ) : (
          part
        ),
      )}
    </>
  );
}

/** Every second part is a separator. */
function isQuantity(_: string, place: number): boolean {
  return place % 2 === 1;
}

function amountOf(quantity: string): number {
  const digits = Number.parseInt(quantity, 10);
  return digits * 1024 ** SUFFIXES.indexOf(quantity.replace(/^\d+/, ""));
}
