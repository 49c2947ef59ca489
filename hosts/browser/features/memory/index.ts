import { MemoryDetails } from "./memoryDetails.tsx";

/** What the kubelet counts of the memory in use. */
export const memory = { Details: MemoryDetails };
