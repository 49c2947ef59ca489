import { growing, IMAGE, type Scenario, steady } from "../scenario.ts";

export const diskNodefs: Scenario = {
  name: "disk-nodefs",
  about: [
    "Hard threshold nodefs.available 500Mi, minimum reclaim 40Mi.",
    "Unused images go first, which is enough once; then pods go.",
    "One container and one emptyDir grow beyond a limit of their own.",
  ],
  configuration: `
evictionHard: {nodefs.available: "500Mi"}
evictionMinimumReclaim: {nodefs.available: "40Mi"}
evictionPressureTransitionPeriod: 30s
volumeStatsAggPeriod: 10s
imageMinimumGCAge: 20s
containerLogMaxSize: 500Mi
`,
  images: {
    [IMAGE]: 20,
    "example.test/unused:1": 90,
    "example.test/unused:2": 120,
  },
  outside: [],
  pods: [
    {
      name: "writes-layer",
      priorityClassName: "mid",
      containers: [{ name: "main", load: { memory: steady(8), writable: growing(0, 520, 130) } }],
    },
    {
      name: "writes-log",
      priorityClassName: "mid",
      containers: [
        {
          name: "main",
          requests: { "ephemeral-storage": "50Mi" },
          load: { memory: steady(8), log: growing(0, 340, 130) },
        },
      ],
    },
    {
      name: "writes-volume",
      priorityClassName: "batch",
      containers: [
        {
          name: "main",
          requests: { "ephemeral-storage": "20Mi" },
          load: { memory: steady(8), volume: growing(0, 200, 130) },
        },
      ],
    },
    {
      name: "asked-for-it",
      priorityClassName: "low",
      containers: [
        {
          name: "main",
          requests: { "ephemeral-storage": "600Mi" },
          load: { memory: steady(8), writable: growing(100, 300, 100) },
        },
      ],
    },
    {
      name: "over-limit",
      priorityClassName: "high",
      containers: [
        {
          name: "main",
          limits: { "ephemeral-storage": "60Mi" },
          load: { memory: steady(8), writable: growing(0, 90, 60) },
        },
      ],
    },
    {
      name: "over-size-limit",
      priorityClassName: "high",
      volumeSizeLimit: "40Mi",
      containers: [{ name: "main", load: { memory: steady(8), volume: growing(0, 80, 80) } }],
    },
    {
      name: "high-writer",
      priorityClassName: "high",
      containers: [{ name: "main", load: { memory: steady(8), writable: growing(0, 160, 130) } }],
    },
    {
      name: "idle",
      priorityClassName: "batch",
      containers: [{ name: "main", load: { memory: steady(8) } }],
    },
  ],
  seconds: 200,
};
