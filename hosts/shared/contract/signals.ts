/** Written by tools/contract.mjs from contract/; change it there. */

export const SIGNAL_ROWS = [
  {
    name: "memory.available",
    unit: "bytes",
    derived: false,
    default: "100Mi",
    about: "memory of the node that is not in the working set"
  },
  {
    name: "allocatableMemory.available",
    unit: "bytes",
    derived: true,
    about: "memory left for pods"
  },
  {
    name: "nodefs.available",
    unit: "bytes",
    derived: false,
    default: "10%",
    about: "space on the kubelet's file system"
  },
  {
    name: "nodefs.inodesFree",
    unit: "inodes",
    derived: false,
    default: "5%",
    about: "inodes of the kubelet's file system"
  },
  {
    name: "imagefs.available",
    unit: "bytes",
    derived: false,
    default: "15%",
    about: "space on the file system for images"
  },
  {
    name: "imagefs.inodesFree",
    unit: "inodes",
    derived: false,
    default: "5%",
    about: "inodes of the file system for images"
  },
  {
    name: "containerfs.available",
    unit: "bytes",
    derived: true,
    about: "space on the file system for containers"
  },
  {
    name: "containerfs.inodesFree",
    unit: "inodes",
    derived: true,
    about: "inodes of the file system for containers"
  },
  {
    name: "pid.available",
    unit: "processes",
    derived: false,
    about: "process IDs that are free"
  }
] as const;
