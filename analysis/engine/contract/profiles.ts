/** Written by tools/contract.mjs from contract/; change it there. */

export const PROFILES = ["kubelet", "proposal-2016"] as const;
