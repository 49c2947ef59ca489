/** A stats Summary's pods: tied to the pods, containers and volumes of the list by name. */
import { give, statusName, textAt } from "../../../base/__tests__/input.ts";
import { INPUT_OFFSET } from "../../../base/memory.ts";
import { ContainerKind, containerAt } from "../../model/container.ts";
import {
  ContainerStatsFlag,
  containerStatsAt,
  PodStatsFlag,
  podHasStats,
  podStatsAt,
  statsHeader,
  VolumeStatsFlag,
  volumeStatsAt,
} from "../../model/stats.ts";
import { volumeAt } from "../../model/volume.ts";
import { decodePodList } from "../podList.ts";
import { decodeSummary } from "../summary.ts";
import { inOrder, orders } from "./members.ts";

const PODS =
  '{"items":[{"metadata":{"uid":"a"},"spec":{"containers":[{"name":"web"},{"name":"proxy"}],' +
  '"initContainers":[{"name":"setup"}],"volumes":[{"name":"v"}]}},' +
  '{"metadata":{"uid":"b"},"spec":{"initContainers":[{"name":"web"}],' +
  '"containers":[{"name":"web"}]}}]}';

/** The elements of `pods`, and what is known of pods a and b after them. */
const POD_STATS: string[][] = [
  ["", "a none, b none"],
  ['null,{},{"podRef":null},{"podRef":{"uid":"c"}}', "a none, b none"],
  ['{"podRef":{"name":"x","uid":"a"}}', "a memory - used ? processes ?, b none"],
  ['{"podRef":{"uid":"a"},"memory":{}}', "a memory ? used ? processes ?, b none"],
  ['{"podRef":{"uid":"a"}},{"memory":{}}', "a memory - used ? processes ?, b none"],
  ['{"podRef":{"uid":"\\u0061"},"memory":null}', "a memory - used ? processes ?, b none"],
  [
    '{"podRef":{"uid":"a"},"memory":{"workingSetBytes":1,"usageBytes":9},"ephemeral-storage":' +
      '{"usedBytes":2},"process_stats":{"process_count":3}}',
    "a memory 1 used 2 processes 3, b none",
  ],
  [
    '{"podRef":{"uid":"b"},"memory":{"workingSetBytes":1}},' +
      '{"podRef":{"uid":"b"},"process_stats":{"process_count":18446744073709551615}}',
    "a none, b memory - used ? processes 18446744073709551615",
  ],
  [
    '{"podRef":{"uid":"a"},"containers":null,"volume":null,"ephemeral-storage":null}',
    "a memory - used ? processes ?, b none",
  ],
  [
    '{"podRef":{"uid":"a"},"containers":[{"name":"proxy","memory":{"workingSetBytes":4}},' +
      '{"name":"web","rootfs":{"usedBytes":5,"inodesUsed":6},' +
      '"logs":{"usedBytes":7,"inodesUsed":8}},' +
      '{"name":"setup","rootfs":{"usedBytes":null},"logs":null},{"name":"debugger\\u0021"}]}',
    "a memory - used ? processes ? proxy 4 ?/? ?/? web ? 5/6 7/8 init setup ? ?/? ?/? " +
      "(debugger!) ? ?/? ?/?, b none",
  ],
  [
    '{"volume":[{"name":"v","usedBytes":1,"inodesUsed":2},{"inodesUsed":3,"name":"w"},' +
      '{"name":"\\u0076"}],"podRef":{"uid":"a"}}',
    "a memory - used ? processes ? v 1/2 (w) ?/3 again v ?/?, b none",
  ],
  [
    '{"podRef":{"uid":"x"},"containers":[{"name":"web"}]},' +
      '{"podRef":{"uid":"b"},"containers":[{"name":"web","memory":{"workingSetBytes":9}}]}',
    "a none, b memory - used ? processes ? web 9 ?/? ?/?",
  ],
  [
    '{"podRef":{"uid":"b"},"containers":[{"name":"x"},{"name":"y"}],"containers":[{"name":"web"}]}',
    "a none, b memory - used ? processes ? web ? ?/? ?/?",
  ],
];

/** Members of a pod's stats and of a container's; in every order they say the same. */
const POD: string[] = [
  '"podRef":{"uid":"a"}',
  '"memory":{"workingSetBytes":1}',
  '"ephemeral-storage":{"usedBytes":2}',
  '"process_stats":{"process_count":3}',
  '"containers":[{"name":"web","memory":{"workingSetBytes":4}}]',
  '"volume":[{"name":"v","usedBytes":5}]',
];

const CONTAINER: string[] = [
  '"name":"web"',
  '"memory":{"workingSetBytes":1}',
  '"rootfs":{"usedBytes":2}',
  '"logs":{"inodesUsed":4,"usedBytes":3}',
];

function amount(flags: u32, flag: u32, value: u64): string {
  return flags & flag ? value.toString() : "?";
}

function containerStats(index: u32): string {
  const stats = containerStatsAt(index);
  const row = containerAt(u32(max(stats.container, 0)));
  const name =
    stats.container < 0
      ? `(${textAt(stats.name, usize(stats.nameSize))})`
      : textAt(row.name, usize(row.nameSize));
  const kind = stats.container >= 0 && row.kind != ContainerKind.Regular ? "init " : "";
  const flags = stats.flags;
  const memoryBytes = amount(flags, ContainerStatsFlag.WorkingSet, stats.workingSetBytes);
  const rootfs = amount(flags, ContainerStatsFlag.RootfsBytes, stats.rootfsUsedBytes);
  const rootfsInodes = amount(flags, ContainerStatsFlag.RootfsInodes, stats.rootfsInodesUsed);
  const logs = amount(flags, ContainerStatsFlag.LogsBytes, stats.logsUsedBytes);
  const logsInodes = amount(flags, ContainerStatsFlag.LogsInodes, stats.logsInodesUsed);
  return ` ${kind}${name} ${memoryBytes} ${rootfs}/${rootfsInodes} ${logs}/${logsInodes}`;
}

function volumeStats(index: u32): string {
  const stats = volumeStatsAt(index);
  const row = volumeAt(u32(max(stats.volume, 0)));
  const name =
    stats.volume < 0
      ? `(${textAt(stats.name, usize(stats.nameSize))})`
      : textAt(row.name, usize(row.nameSize));
  const bytes = amount(stats.flags, VolumeStatsFlag.UsedBytes, stats.usedBytes);
  const inodes = amount(stats.flags, VolumeStatsFlag.InodesUsed, stats.inodesUsed);
  const again = (stats.flags & VolumeStatsFlag.Repeated) != 0 ? "again " : "";
  return ` ${again}${name} ${bytes}/${inodes}`;
}

function podStats(index: u32, name: string): string {
  if (!podHasStats(index)) return `${name} none`;
  const stats = podStatsAt(index);
  const hasMemory = (stats.flags & PodStatsFlag.Memory) != 0;
  const workingSet = amount(stats.flags, PodStatsFlag.WorkingSet, stats.workingSetBytes);
  const memoryBytes = hasMemory ? workingSet : "-";
  const used = amount(stats.flags, PodStatsFlag.EphemeralStorage, stats.usedBytes);
  const processes = amount(stats.flags, PodStatsFlag.ProcessCount, stats.processCount);
  let text = `${name} memory ${memoryBytes} used ${used} processes ${processes}`;
  for (let i: u32 = 0; i < stats.containerCount; i++)
    text += containerStats(stats.firstContainer + i);
  for (let i: u32 = 0; i < stats.volumeCount; i++) text += volumeStats(stats.firstVolume + i);
  return text;
}

/** Names in an order that is neither theirs nor its reverse. */
function names(count: i32, prefix: string): string[] {
  const all: string[] = [];
  for (let i = 0; i < count; i++) all.push(`${prefix}${(i * 41 + 3) % count}`);
  return all;
}

function listOf(all: string[]): string {
  const elements: string[] = [];
  for (let i = 0; i < all.length; i++) elements.push(`{"name":"${all[i]}"}`);
  return `[${elements.join(",")}]`;
}

/** What is known of pods a and b after a Summary with these elements of `pods`. */
function podStatsAfter(elements: string): string {
  expect(statusName(decodePodList(give(PODS)))).toBe("Ok");
  expect(statusName(decodeSummary(give(`{"pods":[${elements}],"node":{}}`)))).toBe("Ok", elements);
  // Names that the spec does not have were copied.
  memory.fill(INPUT_OFFSET, 0x2a, 4096);
  return `${podStats(0, "a")}, ${podStats(1, "b")}`;
}

describe("the pods of a Summary", () => {
  it("are found by uid, their containers and volumes by name", () => {
    for (let i = 0; i < POD_STATS.length; i++) {
      expect(podStatsAfter(POD_STATS[i][0])).toBe(POD_STATS[i][1], POD_STATS[i][0]);
    }
  });

  it("are tied by name however many there are, regular containers first (Spec 3.12)", () => {
    for (let count = 1; count < 40; count++) {
      const both = listOf(names(count, "c"));
      const init = listOf(names(count, "init"));
      const volumes = listOf(names(count, "v").concat(names(count, "v")));
      const spec =
        `"initContainers":${both.slice(0, -1)},${init.slice(1)},` +
        `"containers":${both},"volumes":${volumes}`;
      const list = `{"items":[{"metadata":{"uid":"a"},"spec":{${spec}}}]}`;
      expect(statusName(decodePodList(give(list)))).toBe("Ok");
      const asked = listOf(["c0", "init0", `c${count}`, `c${count - 1}`]);
      const askedVolumes = listOf(["v0", "w", `v${count - 1}`, "v0", ""]);
      const pod = `{"podRef":{"uid":"a"},"containers":${asked},"volume":${askedVolumes}}`;
      expect(statusName(decodeSummary(give(`{"pods":[${pod}],"node":{}}`)))).toBe("Ok");
      const none = "? ?/? ?/?";
      const containers = `c0 ${none} init init0 ${none} (c${count}) ${none} c${count - 1} ${none}`;
      const again = count == 1 ? "again " : "";
      const tail = `v0 ?/? (w) ?/? ${again}v${count - 1} ?/? again v0 ?/? () ?/?`;
      const expected = `a memory - used ? processes ? ${containers} ${tail}`;
      expect(podStats(0, "a")).toBe(expected, `${count} names`);
      const first = podStatsAt(0).firstVolume;
      // If two volumes have the same name, the first one counts.
      expect(volumeStatsAt(first).volume).toBeLessThan(count);
    }
  });

  it("say the same whatever the order of their members", () => {
    for (let n = 0; n < orders(POD); n++) {
      const element = inOrder(POD, n);
      expect(podStatsAfter(element)).toBe(
        "a memory 1 used 2 processes 3 web 4 ?/? ?/? v 5/?, b none",
        element,
      );
    }
    for (let n = 0; n < orders(CONTAINER); n++) {
      const element = `{"podRef":{"uid":"b"},"containers":[${inOrder(CONTAINER, n)}]}`;
      expect(podStatsAfter(element)).toBe(
        "a none, b memory - used ? processes ? web 1 2/? 3/4",
        element,
      );
    }
  });

  it("are counted when the pod list does not have them, and take no room", () => {
    podStatsAfter('{"podRef":{"uid":"x"},"containers":[{},{}],"volume":[{}]},{}');
    expect(statsHeader.unknownPods).toBe(2);
    expect(statsHeader.containerCount).toBe(0);
    expect(statsHeader.volumeCount).toBe(0);
  });

  it("are none when the Summary has none", () => {
    podStatsAfter('{"podRef":{"uid":"a"}}');
    expect(podHasStats(0)).toBe(true);
    expect(statusName(decodeSummary(give('{"node":{},"pods":null}')))).toBe("Ok");
    expect(podHasStats(0)).toBe(false);
  });
});
