import type { Signal } from "../../../analysis/engine/decision.ts";
import { isShare } from "../../../analysis/questions/sweep/setting.ts";
import { Amount } from "./amount.tsx";

interface LimitProps {
  readonly signal: Signal;
  readonly value: string;
  readonly limit: number | undefined;
}

/** A threshold as it is written, everywhere alike; a share with the amount that it comes to. */
export function Limit({ signal, value, limit }: LimitProps) {
  if (limit === undefined || Number.isNaN(limit) || !isShare(value)) return <>{value}</>;
  return (
    <>
      {value} (<Amount signal={signal} of={limit} />)
    </>
  );
}
