import type { Signal } from "../../../analysis/engine/decision.ts";
import { isShare } from "../../../analysis/questions/sweep/setting.ts";
import { Amount } from "./amount.tsx";

interface LimitProps {
  readonly signal: Signal;
  readonly value: string;
  readonly limit: number | undefined;
}

/** A threshold in the same form everywhere; a percentage with its amount. */
export function Limit({ signal, value, limit }: LimitProps) {
  if (limit === undefined || Number.isNaN(limit) || !isShare(value)) return <>{value}</>;
  return (
    <>
      {value} (<Amount signal={signal} of={limit} />)
    </>
  );
}
