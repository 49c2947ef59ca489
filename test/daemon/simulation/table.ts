import type { Plan } from "./plan.ts";

/** A plan as a row of the regression test, a fault a line. */
export function planTable({ faults, ...plan }: Plan): string {
  const lines = faults.map((fault) => `    ${membersText(fault)},`);
  return ["{", `  ...${membersText(plan)},`, "  faults: [", ...lines, "  ],", "}"].join("\n");
}

function membersText(members: object): string {
  const texts = Object.entries(members).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `{ ${texts.join(", ")} }`;
}
