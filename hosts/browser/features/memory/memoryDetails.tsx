import { memorySection } from "../../../../analysis/questions/explain/incident.ts";
import { memoryWords } from "../../../../analysis/read/memory/words.ts";
import { SectionDetails } from "../../document/blocks.tsx";
import { useStore } from "../../state/context.ts";

/** What the kubelet counts of the memory in use; nothing where the Summary lacks the numbers. */
export function MemoryDetails() {
  const { memory, decision } = useStore();
  if (memory.value === null || decision.value === null) return null;
  const sentences = memoryWords(memory.value.node);
  const report = { ...memory.value, containers: [], sentences };
  return <SectionDetails sections={memorySection(decision.value, report)} />;
}
