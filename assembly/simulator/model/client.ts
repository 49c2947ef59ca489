/**
 * How fast controllers may make pods: each has a client of kube-controller-manager's defaults,
 * `--kube-api-qps` 20 and `--kube-api-burst` 30. A bucket is kept as the moment at which all its
 * calls are paid for: every call moves it on by a twentieth of a second.
 */
import { CLIENTS_OFFSET } from "../memory.ts";
import { OwnerKind } from "./owner.ts";
import { MILLISECOND } from "./time.ts";
import { clock } from "./timers.ts";

const CALL_COSTS: i64 = 50 * MILLISECOND;
export const BURST: i64 = 30;
/** An i64 for each kind of owner. */
const PAID_AT: usize = CLIENTS_OFFSET;

/** How long the controller has to wait before its next call; 0 when it may make it now. */
export function waitOf(kind: OwnerKind): i64 {
  return max<i64>(0, debtOf(kind) - (BURST - 1) * CALL_COSTS);
}

export function takeCall(kind: OwnerKind): void {
  const at = PAID_AT + (usize(kind) << 3);
  store<i64>(at, max(load<i64>(at), clock.now) + CALL_COSTS);
}

/** What is not paid for yet: with it later calls wait. */
export function debtOf(kind: OwnerKind): i64 {
  return max<i64>(0, load<i64>(PAID_AT + (usize(kind) << 3)) - clock.now);
}
