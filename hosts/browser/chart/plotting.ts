import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Plot } from "./plot.ts";

const loaded = signal<typeof Plot | null>(null);

/** Draws charts; null until it is loaded, with the chart library, after the first decision. */
export function usePlotting(): typeof Plot | null {
  useEffect(() => {
    // Without it the page shows no charts, and all else.
    if (loaded.peek() === null) load().catch(() => {});
  }, []);
  return loaded.value;
}

async function load(): Promise<void> {
  loaded.value = (await import("./plot.ts")).Plot;
}
