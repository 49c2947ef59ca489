import { growing, IMAGE, type Scenario, steady } from "../scenario.ts";

export const memoryHard: Scenario = {
  name: "memory-hard",
  about: [
    "Hard threshold memory.available 500Mi.",
    "Twelve pods of five priorities, one critical, some above their requests, one with a sidecar.",
    "Pods grow, and so do two processes outside of pods, until the critical pod is ranked first.",
  ],
  configuration: `
evictionHard: {memory.available: "500Mi"}
evictionPressureTransitionPeriod: 30s
`,
  images: { [IMAGE]: 20 },
  outside: [
    {
      memory: [
        [15, 0],
        [30, 450],
        [218, 450],
        [220, 0],
      ],
    },
    {
      memory: [
        [70, 0],
        [100, 300],
        [130, 450],
        [160, 650],
        [190, 900],
        [216, 900],
        [218, 0],
      ],
    },
  ],
  pods: [
    {
      name: "checkout",
      priorityClassName: "high",
      containers: [
        { name: "main", requests: { memory: "64Mi" }, load: { memory: growing(50, 170, 90) } },
      ],
    },
    {
      name: "cart",
      priorityClassName: "mid",
      containers: [
        { name: "main", requests: { memory: "96Mi" }, load: { memory: growing(50, 180, 90) } },
      ],
    },
    {
      name: "search",
      priorityClassName: "mid",
      containers: [
        { name: "main", requests: { memory: "48Mi" }, load: { memory: growing(50, 130, 90) } },
      ],
    },
    {
      name: "report",
      priorityClassName: "mid",
      containers: [{ name: "main", load: { memory: steady(24) } }],
    },
    {
      name: "cache",
      priorityClassName: "mid",
      containers: [{ name: "main", load: { memory: growing(60, 140, 60) } }],
    },
    {
      name: "nightly",
      priorityClassName: "batch",
      containers: [{ name: "main", load: { memory: steady(36) } }],
    },
    {
      name: "import",
      priorityClassName: "batch",
      containers: [
        { name: "main", requests: { memory: "40Mi" }, load: { memory: growing(24, 56, 60) } },
      ],
    },
    {
      name: "with-sidecar",
      namespace: "team-a",
      priorityClassName: "batch",
      containers: [
        { name: "main", requests: { memory: "32Mi" }, load: { memory: steady(40) } },
        { name: "second", requests: { memory: "64Mi" }, load: { memory: steady(16) } },
      ],
      sidecars: [
        { name: "proxy", requests: { memory: "8Mi" }, load: { memory: growing(12, 60, 80) } },
      ],
    },
    {
      name: "database",
      priorityClassName: "batch",
      containers: [
        {
          name: "main",
          requests: { cpu: "50m", memory: "128Mi" },
          limits: { cpu: "50m", memory: "128Mi" },
          load: { memory: steady(64) },
        },
      ],
    },
    {
      name: "archive",
      priorityClassName: "low",
      containers: [{ name: "main", requests: { memory: "200Mi" }, load: { memory: steady(50) } }],
    },
    {
      name: "two-containers",
      namespace: "team-a",
      priorityClassName: "high",
      containers: [
        { name: "web", load: { memory: steady(20) } },
        { name: "worker", requests: { memory: "16Mi" }, load: { memory: growing(12, 40, 60) } },
      ],
    },
    {
      name: "node-agent",
      namespace: "kube-system",
      priorityClassName: "system-node-critical",
      containers: [{ name: "main", load: { memory: steady(20) } }],
    },
  ],
  seconds: 265,
};
