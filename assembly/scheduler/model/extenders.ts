/** Extenders of the configuration, which are not asked: by their addresses. */

/** Lists of texts: of the configuration in force, and of the one that is being read. */
export let extenders: u32 = 0;
export let draftExtenders: u32 = 0;

export function startExtenders(): void {
  draftExtenders = 0;
}

export function draftAddresses(addresses: u32): void {
  draftExtenders = addresses;
}

export function adoptExtenders(): void {
  extenders = draftExtenders;
}
