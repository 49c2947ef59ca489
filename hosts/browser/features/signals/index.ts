import { SignalList } from "./signalList.tsx";

/** Every signal, small. */
export const signals = { List: SignalList };
