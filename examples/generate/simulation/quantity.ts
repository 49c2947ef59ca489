const UNITS = { Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 } as const;

/** Bytes of the few forms that the plans write: whole numbers of Ki, Mi or Gi. */
export function parseMemory(text: string): number {
  const [, amount, unit] = /^(\d+)(Ki|Mi|Gi)$/.exec(text) ?? [];
  if (amount === undefined)
    throw new Error(`A plan says memory "${text}"; write it in Ki, Mi, Gi.`);
  return Number(amount) * UNITS[unit as keyof typeof UNITS];
}
