import { growing, IMAGE, type Scenario, steady } from "../scenario.ts";

export const memorySoft: Scenario = {
  name: "memory-soft",
  about: [
    "Soft threshold memory.available 800Mi with 20 s of grace, minimum reclaim 60Mi.",
    "Two dips are shorter than the grace period, the third is not; a pass may miss a short one.",
    "Pods get at most 6 s to end, and less where they ask for less.",
  ],
  configuration: `
evictionHard: {memory.available: "200Mi"}
evictionSoft: {memory.available: "800Mi"}
evictionSoftGracePeriod: {memory.available: 20s}
evictionMaxPodGracePeriod: 6
evictionMinimumReclaim: {memory.available: "60Mi"}
evictionPressureTransitionPeriod: 25s
`,
  images: { [IMAGE]: 20 },
  outside: [
    {
      memory: [
        [10, 0],
        [14, 1000],
        [28, 1000],
        [30, 0],
        [52, 0],
        [56, 1000],
        [70, 1000],
        [72, 0],
        [90, 0],
        [94, 860],
        [180, 860],
        [182, 0],
      ],
    },
  ],
  pods: [
    {
      name: "above-a",
      priorityClassName: "mid",
      containers: [
        { name: "main", requests: { memory: "32Mi" }, load: { memory: growing(60, 110, 100) } },
      ],
    },
    {
      name: "above-b",
      priorityClassName: "mid",
      terminationGracePeriodSeconds: 2,
      containers: [
        { name: "main", requests: { memory: "32Mi" }, load: { memory: growing(60, 140, 100) } },
      ],
    },
    {
      name: "best-effort",
      priorityClassName: "batch",
      terminationGracePeriodSeconds: 30,
      containers: [{ name: "main", load: { memory: steady(40) } }],
    },
    {
      name: "below",
      priorityClassName: "batch",
      containers: [{ name: "main", requests: { memory: "160Mi" }, load: { memory: steady(70) } }],
    },
    {
      name: "high-above",
      priorityClassName: "high",
      containers: [
        { name: "main", requests: { memory: "16Mi" }, load: { memory: growing(60, 130, 100) } },
      ],
    },
    {
      name: "node-agent",
      namespace: "kube-system",
      priorityClassName: "system-node-critical",
      containers: [{ name: "main", load: { memory: steady(20) } }],
    },
  ],
  seconds: 225,
};
