import { formatBytes } from "../../text/amount.ts";
import type { MemoryUse } from "./use.ts";

/** The title of the question in every answer. */
export const MEMORY_QUESTION = "Why the command `free` can show more";

/** Two sentences for a reader who knows `free` and has not read about cgroups. */
export function memoryWords(node: MemoryUse): readonly [string, string] {
  const { usageBytes, workingSetBytes, rssBytes, inactiveFileBytes } = node;
  const [usage, workingSet, rss, inactive] = [
    formatBytes(usageBytes),
    formatBytes(workingSetBytes),
    formatBytes(rssBytes),
    formatBytes(inactiveFileBytes),
  ];
  const more = workingSetBytes - rssBytes;
  return [
    inactiveFileBytes > 0
      ? `Of the ${usage} in use, the kubelet leaves out ${inactive} of page cache, files that ` +
        "the kernel keeps in memory and that no process has used lately (inactive file), and " +
        `counts the other ${workingSet}, the working set, as taken.`
      : "The kubelet leaves out page cache, files that the kernel keeps in memory, only where no " +
        "process has used it lately (inactive file); here there is none of that, so all " +
        `${usage} in use are the working set and count as taken.`,
    more > 0
      ? "The command `free` counts nearly all page cache as available, so it can show up to " +
        `${formatBytes(more)} more than the kubelet: the working set without the memory of the ` +
        `processes themselves (RSS, ${rss}).`
      : "The command `free` counts nearly all page cache as available, but here the working set " +
        `holds little besides the memory of the processes themselves (RSS, ${rss}), so both ` +
        "show about the same.",
  ];
}
