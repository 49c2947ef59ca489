import type { Allocatable } from "../engine/decision.ts";

/** A row of Node Allocatable, as the core computed it; "-" where it is not known. Spec 2.8. */
export function allocatableCells(each: Allocatable): string[] {
  const { resource, capacity, systemReserved, kubeReserved, evictionHard, allocatable } = each;
  const unknown = "-";
  return [
    ...[resource, capacity ?? unknown, systemReserved, kubeReserved],
    ...[evictionHard ?? unknown, allocatable ?? unknown],
  ];
}
