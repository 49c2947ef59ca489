import type { Searching } from "../../../analysis/questions/search.ts";
import { plural } from "../../../analysis/text/amount.ts";
import type { Progress } from "./progress.ts";

/** Runs a search to its end, and shows how many runs there were; `run` is what one is called. */
export async function searched<T>(
  searching: Searching<T>,
  run: string,
  progress: Progress,
): Promise<T> {
  for (;;) {
    const { done, value } = searching.next();
    if (done) {
      await progress.clear();
      return value;
    }
    await progress.show(`${plural(value, run)} tried`);
  }
}
