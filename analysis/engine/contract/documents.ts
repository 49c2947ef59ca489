/** Written by tools/contract.mjs from contract/; change it there. */

export const MAPS = {
  thresholds: {
    names: [
      "memory.available", "allocatableMemory.available", "nodefs.available", "nodefs.inodesFree",
      "imagefs.available", "imagefs.inodesFree", "containerfs.available", "containerfs.inodesFree",
      "pid.available"
    ],
    patterns: [],
    of: "threshold",
    otherwise: "unknown"
  },
  reserved: {
    names: ["cpu", "memory", "ephemeral-storage", "pid"],
    patterns: [],
    of: "threshold",
    otherwise: "unknown"
  },
  capacity: {
    names: ["cpu", "memory", "ephemeral-storage", "pid", "pods", "storage"],
    patterns: ["hugepages-[0-9]+[A-Za-z]{0,2}"],
    of: "quantity",
    otherwise: {
      pattern: "/|^(?:attachable-volumes|hugepages)-.",
      name: "example.com/other",
      else: "unknown"
    }
  },
  resources: {
    names: ["cpu", "memory", "ephemeral-storage", "inodes"],
    patterns: ["hugepages-[0-9]+[A-Za-z]{0,2}"],
    of: "quantity",
    otherwise: "other"
  },
  featureGates: { names: [], patterns: ["[A-Z][A-Za-z]*"], of: "number", otherwise: null }
} as const;

export const DOCUMENTS = {
  summary: {
    node: {
      nodeName: "node",
      systemContainers: [
        {
          name: "systemContainer",
          memory: {
            time: "time",
            availableBytes: "number",
            workingSetBytes: "number",
            usageBytes: "number",
            rssBytes: "number"
          }
        }
      ],
      memory: {
        time: "time",
        availableBytes: "number",
        workingSetBytes: "number",
        usageBytes: "number",
        rssBytes: "number"
      },
      fs: {
        time: "time",
        availableBytes: "number",
        capacityBytes: "number",
        inodesFree: "number",
        inodes: "number"
      },
      runtime: {
        imageFs: {
          time: "time",
          availableBytes: "number",
          capacityBytes: "number",
          inodesFree: "number",
          inodes: "number",
          inodesUsed: "number"
        },
        containerFs: {
          time: "time",
          availableBytes: "number",
          capacityBytes: "number",
          inodesFree: "number",
          inodes: "number",
          inodesUsed: "number"
        }
      },
      rlimit: { time: "time", maxpid: "number", curproc: "number" }
    },
    pods: [
      {
        podRef: { uid: "uid" },
        containers: [
          {
            name: "container",
            memory: { workingSetBytes: "number", usageBytes: "number", rssBytes: "number" },
            rootfs: { usedBytes: "number", inodesUsed: "number" },
            logs: { usedBytes: "number", inodesUsed: "number" }
          }
        ],
        memory: { workingSetBytes: "number" },
        volume: [{ name: "volume", usedBytes: "number", inodesUsed: "number" }],
        "ephemeral-storage": { usedBytes: "number" },
        process_stats: { process_count: "number" }
      }
    ]
  },
  podList: {
    kind: "kind",
    apiVersion: "kind",
    items: [
      {
        kind: "kind",
        metadata: {
          name: "pod",
          namespace: "namespace",
          uid: "uid",
          deletionTimestamp: "time",
          annotations: {
            "kubernetes.io/config.source": "configSource",
            "kubernetes.io/config.mirror": "presence",
            "scheduler.alpha.kubernetes.io/critical-pod": "presence"
          }
        },
        spec: {
          nodeName: "node",
          priority: "number",
          priorityClassName: "priorityClass",
          terminationGracePeriodSeconds: "number",
          overhead: "map resources",
          resources: { requests: "map resources", limits: "map resources" },
          volumes: [
            {
              name: "volume",
              emptyDir: { medium: "medium", sizeLimit: "quantity" },
              hostPath: {},
              gitRepo: {},
              configMap: {},
              downwardAPI: {}
            }
          ],
          initContainers: [
            {
              name: "container",
              resources: { requests: "map resources", limits: "map resources" },
              restartPolicy: "restartPolicy"
            }
          ],
          containers: [
            {
              name: "container",
              resources: { requests: "map resources", limits: "map resources" },
              restartPolicy: "restartPolicy"
            }
          ]
        },
        status: {
          phase: "phase",
          reason: "statusReason",
          message: "evictionMessage",
          qosClass: "qosClass",
          containerStatuses: [
            { name: "container", allocatedResources: "map resources", state: { running: {} } }
          ],
          initContainerStatuses: [
            { name: "container", allocatedResources: "map resources", state: { running: {} } }
          ],
          allocatedResources: "map resources"
        }
      }
    ]
  },
  header: {
    node: "node",
    kubelet: "kubeletVersion",
    layout: { dedicatedImageFs: "number", splitContainerFs: "number" },
    capacity: "map capacity",
    missing: ["missing"],
    series: {
      intervalSeconds: "number",
      origins: [{ member: "seriesMember", origin: "origin", from: "seriesOrigin" }],
      happened: [
        {
          kind: "happening",
          after: "time",
          by: "time",
          signal: "signal",
          count: "number",
          namespace: "namespace",
          name: "pod",
          uid: "uid",
          condition: "condition",
          status: "number"
        }
      ]
    },
    config: {
      kind: "kind",
      apiVersion: "kind",
      evictionHard: "map thresholds",
      evictionSoft: "map thresholds",
      evictionSoftGracePeriod: "map thresholds",
      evictionMinimumReclaim: "map thresholds",
      evictionPressureTransitionPeriod: "threshold",
      evictionMaxPodGracePeriod: "number",
      mergeDefaultEvictionSettings: "number",
      systemReserved: "map reserved",
      kubeReserved: "map reserved",
      enforceNodeAllocatable: ["enforcement"],
      systemReservedCgroup: "presence",
      kubeReservedCgroup: "presence",
      cgroupsPerQOS: "number",
      localStorageCapacityIsolation: "number",
      featureGates: "map featureGates",
      plimsoll: {
        profile: "profile",
        kubeletVersion: "kubeletVersion",
        layout: { dedicatedImageFs: "number", splitContainerFs: "number" },
        whatIf: "number",
        keepDefaults: "number",
        capacity: "map capacity",
        replacedByFlags: ["configurationMember"],
        experimentalAllocatableIgnoreEviction: "number"
      }
    }
  }
} as const;
