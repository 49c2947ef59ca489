import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Plot } from "./plot.ts";

const loaded = signal<typeof Plot | null>(null);

/** Draws charts; null until it is loaded, with the chart library. */
export function usePlotting(): typeof Plot | null {
  useEffect(() => void loadPlotting(), []);
  return loaded.value;
}

/** Asks for the script once; without it the page shows no charts, and all else. */
export async function loadPlotting(): Promise<void> {
  if (loaded.peek() !== null) return;
  loaded.value = await import("./plot.ts").then(
    ({ Plot: plot }) => plot,
    () => null,
  );
}
