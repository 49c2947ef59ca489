/** Written by tools/contract.mjs from contract/; change it there. */

export const SIGNAL_ROWS = [
  {
    name: "memory.available",
    condition: "MemoryPressure",
    unit: "bytes",
    column: "memory",
    derived: false,
    default: "100Mi",
    about: "memory of the node that is not in the working set"
  },
  {
    name: "allocatableMemory.available",
    condition: "MemoryPressure",
    unit: "bytes",
    column: "alloc.",
    derived: true,
    about: "memory left for pods"
  },
  {
    name: "nodefs.available",
    condition: "DiskPressure",
    unit: "bytes",
    column: "nodefs",
    derived: false,
    default: "10%",
    about: "space on the kubelet's file system"
  },
  {
    name: "nodefs.inodesFree",
    condition: "DiskPressure",
    unit: "inodes",
    column: "+inodes",
    derived: false,
    default: "5%",
    about: "inodes of the kubelet's file system"
  },
  {
    name: "imagefs.available",
    condition: "DiskPressure",
    unit: "bytes",
    column: "imagefs",
    derived: false,
    default: "15%",
    about: "space on the file system for images"
  },
  {
    name: "imagefs.inodesFree",
    condition: "DiskPressure",
    unit: "inodes",
    column: "+inodes",
    derived: false,
    default: "5%",
    defaultSince: "1.30",
    about: "inodes of the file system for images"
  },
  {
    name: "containerfs.available",
    condition: "DiskPressure",
    unit: "bytes",
    derived: true,
    about: "space on the file system for containers"
  },
  {
    name: "containerfs.inodesFree",
    condition: "DiskPressure",
    unit: "inodes",
    derived: true,
    about: "inodes of the file system for containers"
  },
  {
    name: "pid.available",
    condition: "PIDPressure",
    unit: "processes",
    column: "pids",
    derived: false,
    about: "process IDs that are free"
  }
] as const;
