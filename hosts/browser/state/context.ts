import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Playground } from "../shell/playground.ts";

export const PlaygroundContext = createContext<Playground | null>(null);

export function usePlayground(): Playground {
  const playground = useContext(PlaygroundContext);
  if (playground === null) throw new Error("This is shown outside the page.");
  return playground;
}
