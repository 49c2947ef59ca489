/** What an answer is about: a part of the page. */
export type Subject = "node" | "pendingPod" | "drain" | "kernelOom";

/** Kinds of reports that are not about what a kubelet did. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  "failed-scheduling": "pendingPod",
  "no-scale-up": "pendingPod",
  "placed-later": "pendingPod",
  "deleted-later": "pendingPod",
  "eviction-refused": "drain",
  "eviction-answered-429": "drain",
  "drain-refused": "drain",
  drained: "drain",
  "drain-went-on": "drain",
  "oom-killed": "kernelOom",
};

/** What a report of this kind is about; null where nothing is reported. */
export function subjectOfReport(kind: string | null): Subject {
  return SUBJECTS[kind ?? ""] ?? "node";
}
