import { growing, IMAGE, type Scenario, steady } from "../scenario.ts";

export const memoryHugePages: Scenario = {
  name: "memory-huge-pages",
  about: [
    "The kernel keeps 400Mi as huge pages, which 1.37 leaves out of available memory.",
    "Hard threshold memory.available 25%, which is then a quarter of less memory.",
    "Pods grow, and so does a process outside of pods.",
  ],
  kernel: "hugepages=200",
  configuration: `
evictionHard: {memory.available: "25%"}
evictionPressureTransitionPeriod: 30s
`,
  images: { [IMAGE]: 20 },
  outside: [
    {
      memory: [
        [10, 0],
        [60, 760],
        [120, 760],
        [122, 0],
      ],
    },
  ],
  pods: [
    {
      name: "cart",
      priorityClassName: "mid",
      containers: [
        { name: "main", requests: { memory: "64Mi" }, load: { memory: growing(50, 160, 80) } },
      ],
    },
    {
      name: "report",
      priorityClassName: "mid",
      containers: [{ name: "main", load: { memory: growing(40, 90, 80) } }],
    },
    {
      name: "nightly",
      priorityClassName: "batch",
      containers: [{ name: "main", load: { memory: growing(40, 120, 80) } }],
    },
    {
      name: "database",
      priorityClassName: "high",
      containers: [{ name: "main", requests: { memory: "160Mi" }, load: { memory: steady(80) } }],
    },
  ],
  seconds: 170,
};
