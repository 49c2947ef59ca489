import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Model, ModelClass, Store } from "./store.ts";

export const StoreContext = createContext<Store | null>(null);

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (store === null) throw new Error("This is shown outside the page.");
  return store;
}

export function useModel<T extends object & Model>(kind: ModelClass<T>): T {
  return useStore().model(kind);
}
