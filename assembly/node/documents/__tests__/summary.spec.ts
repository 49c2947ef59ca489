/** A stats Summary's node: which signals are observed, and what is refused. Spec 1.2, 1.3. */
import { failurePath, give, statusName } from "../../../base/__tests__/input.ts";
import { isObserved, ObservationFlag, observationAt, RECORDED } from "../../model/observation.ts";
import { SIGNAL_COUNT, SIGNAL_NAMES } from "../../model/signalTable.ts";
import { decodeSummary } from "../summary.ts";
import { expectWhole, inOrder, orders } from "./members.ts";

/** Members of node, and of its parts; each in every order says the same. */
const NODE: string[] = [
  '"nodeName":"worker-3"',
  '"memory":{"availableBytes":5,"workingSetBytes":7}',
  '"fs":{"availableBytes":1,"capacityBytes":2}',
  '"runtime":{"imageFs":{"inodesFree":3,"inodes":4}}',
  '"systemContainers":[{"memory":{"availableBytes":3,"workingSetBytes":4},"name":"pods"}]',
];

const FS: string[] = [
  '"time":"1970-01-01T00:00:01Z"',
  '"availableBytes":1',
  '"capacityBytes":2',
  '"inodesFree":3',
  '"inodes":4',
];

/** The members of `node`, and `signal=available/capacity@time` for all that is observed. */
const OBSERVATIONS: string[][] = [
  ["", ""],
  ['"memory":{"availableBytes":5,"workingSetBytes":7}', "memory.available=5/12"],
  [
    '"memory":{"time":"1970-01-01T00:00:01Z","availableBytes":5,"workingSetBytes":7}',
    "memory.available=5/12@1000000000",
  ],
  ['"memory":{"availableBytes":0,"workingSetBytes":0}', "memory.available=0/0"],
  ['"memory":{"availableBytes":5}', ""],
  ['"memory":{"workingSetBytes":7}', ""],
  ['"memory":{"availableBytes":null,"workingSetBytes":7}', ""],
  ['"memory":{"availableBytes":1,"availableBytes":5,"workingSetBytes":7}', "memory.available=5/12"],
  ['"memory":null,"fs":null,"runtime":null,"rlimit":null,"systemContainers":null', ""],
  ['"swap":{"availableBytes":5,"workingSetBytes":7},"network":{"memory":{}}', ""],
  ['"m\\u0065mory":{"availableByte\\u0073":5,"workingSetBytes":7}', "memory.available=5/12"],
  [
    '"memory":{"availableBytes":18446744073709551516,"workingSetBytes":200}',
    "memory.available=-100/100",
  ],
  [
    '"systemContainers":[{"name":"kubelet","memory":{"availableBytes":1,"workingSetBytes":1}},' +
      '{"name":"pods","memory":{"time":"1970-01-01T00:00:02Z","availableBytes":3,' +
      '"workingSetBytes":4}}]',
    "allocatableMemory.available=3/7@2000000000",
  ],
  [
    '"systemContainers":[null,{},' +
      '{"memory":{"availableBytes":3,"workingSetBytes":4},"name":"pods"},' +
      '{"name":"pods","memory":{"availableBytes":9,"workingSetBytes":9}}]',
    "allocatableMemory.available=3/7",
  ],
  [
    '"systemContainers":[{"name":"pods"},' +
      '{"name":"pods","memory":{"availableBytes":9,"workingSetBytes":9}}]',
    "",
  ],
  [
    '"systemContainers":[{"name":"p\\u006fds","memory":{"availableBytes":3,' +
      '"workingSetBytes":4}}]',
    "allocatableMemory.available=3/7",
  ],
  ['"fs":{"availableBytes":1,"capacityBytes":2}', "nodefs.available=1/2"],
  [
    '"fs":{"time":"1970-01-01T00:00:0\\u0031\\u005a","inodesFree":3,"inodes":4}',
    "nodefs.inodesFree=3/4@1000000000",
  ],
  ['"fs":{"inodesFree":3,"inodes":4}', "nodefs.inodesFree=3/4"],
  [
    '"fs":{"time":"1970-01-01T01:00:00+01:00","availableBytes":1,"capacityBytes":2,' +
      '"inodesFree":3,"inodes":4,"inodesUsed":1,"usedBytes":1}',
    "nodefs.available=1/2@0 nodefs.inodesFree=3/4@0",
  ],
  ['"fs":{"availableBytes":1,"inodes":4,"inodesFree":null}', ""],
  [
    '"runtime":{"containerFs":{"availableBytes":5,"capacityBytes":6,"inodesFree":7,"inodes":8},' +
      '"imageFs":{"availableBytes":1,"capacityBytes":2,"inodesFree":3,"inodes":4}}',
    "imagefs.available=1/2 imagefs.inodesFree=3/4 containerfs.available=5/6 " +
      "containerfs.inodesFree=7/8",
  ],
  [
    '"runtime":{"imageFs":null,"containerFs":{"inodesFree":7,"inodes":8}}',
    "containerfs.inodesFree=7/8",
  ],
  [
    '"fs":{"availableBytes":9223372036854775808,"capacityBytes":18446744073709551615}',
    "nodefs.available=-9223372036854775808/-1",
  ],
  [
    '"rlimit":{"time":"1970-01-01T00:00:00.000000005Z","maxpid":100,"curproc":130}',
    "pid.available=-30/100@5",
  ],
  ['"rlimit":{"maxpid":-1,"curproc":9223372036854775807}', "pid.available=-9223372036854775808/-1"],
  ['"rlimit":{"maxpid":100}', ""],
  ['"rlimit":{"time":null,"maxpid":100,"curproc":1}', "pid.available=99/100"],
  ['"rlimit":{"time":"0001-01-01T00:00:00Z","maxpid":100,"curproc":1}', "pid.available=99/100"],
];

/** Whole documents, their status and the path to what is wrong. */
const REFUSED: string[][] = [
  ["", "InvalidJson $"],
  ["null", "WrongType $"],
  ["[]", "WrongType $"],
  ["{}", "WrongDocument $"],
  ['{"pods":[]}', "WrongDocument $"],
  ['{"Node":{}}', "WrongDocument $"],
  ['{"node":[]}', "WrongType $.node"],
  ['{"node":{"memory":5}}', "WrongType $.node.memory"],
  ['{"node":{"memory":{"availableBytes":"5"}}}', "WrongType $.node.memory.availableBytes"],
  ['{"node":{"memory":{"workingSetBytes":-1}}}', "WrongType $.node.memory.workingSetBytes"],
  ['{"node":{"memory":{"availableBytes":1.5}}}', "WrongType $.node.memory.availableBytes"],
  ['{"node":{"fs":{"capacityBytes":18446744073709551616}}}', "WrongType $.node.fs.capacityBytes"],
  ['{"node":{"fs":{"time":"yesterday"}}}', "WrongType $.node.fs.time"],
  ['{"node":{"fs":{"time":""}}}', "WrongType $.node.fs.time"],
  ['{"node":{"fs":{"time":0}}}', "WrongType $.node.fs.time"],
  ['{"node":{"runtime":{"imageFs":[1]}}}', "WrongType $.node.runtime.imageFs"],
  ['{"node":{"rlimit":{"maxpid":9223372036854775808}}}', "WrongType $.node.rlimit.maxpid"],
  ['{"node":{"systemContainers":{}}}', "WrongType $.node.systemContainers"],
  [
    '{"node":{"systemContainers":[{},{"memory":{"availableBytes":[]}}]}}',
    "WrongType $.node.systemContainers[1].memory.availableBytes",
  ],
  ['{"node":{"systemContainers":[{"name":5}]}}', "WrongType $.node.systemContainers[0].name"],
  ['{"node":{},"pods":{}}', "WrongType $.pods"],
  ['{"node":{},"pods":[{},5]}', "WrongType $.pods[1]"],
  ['{"node":{},"pods":[{"podRef":{"uid":5}}]}', "WrongType $.pods[0].podRef.uid"],
  [
    '{"node":{},"pods":[{"memory":{"workingSetBytes":true}}]}',
    "WrongType $.pods[0].memory.workingSetBytes",
  ],
  [
    '{"node":{},"pods":[{"containers":[{},{"rootfs":{"usedBytes":-1}}]}]}',
    "WrongType $.pods[0].containers[1].rootfs.usedBytes",
  ],
  [
    '{"node":{},"pods":[{"volume":[{"inodesUsed":"1"}]}]}',
    "WrongType $.pods[0].volume[0].inodesUsed",
  ],
  [
    '{"node":{},"pods":[{"process_stats":{"process_count":1e3}}]}',
    "WrongType $.pods[0].process_stats.process_count",
  ],
  ['{"node":{"rlimit":{"maxpid":--1}}}', "InvalidJson $.node.rlimit.maxpid"],
  ['{"node":{"memory":5},"x":}', "InvalidJson $.x"],
  ['{"node":{"memory":{}}},', "InvalidJson $"],
  ['{"node":{},"ignored":"\\x"}', "InvalidJson $.ignored"],
];

function decode(text: string): i32 {
  return decodeSummary(give(text));
}

function observations(): string {
  const found: string[] = [];
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (!isObserved(RECORDED, signal)) continue;
    const seen = observationAt(RECORDED, signal);
    const time = seen.flags & ObservationFlag.TimeSet ? `@${seen.time}` : "";
    found.push(`${SIGNAL_NAMES[signal]}=${seen.available}/${seen.capacity}${time}`);
  }
  return found.join(" ");
}

describe("the node of a Summary", () => {
  it("makes the observations that its members suffice for (Spec 1.2)", () => {
    for (let i = 0; i < OBSERVATIONS.length; i++) {
      const document = `{"node":{${OBSERVATIONS[i][0]}}}`;
      expect(statusName(decode(document))).toBe("Ok", document);
      expect(observations()).toBe(OBSERVATIONS[i][1], document);
    }
  });

  it("says the same whatever the order of its members", () => {
    for (let n = 0; n < orders(NODE); n++) {
      const document = `{"node":${inOrder(NODE, n)}}`;
      expect(statusName(decode(document))).toBe("Ok", document);
      expect(observations()).toBe(
        "memory.available=5/12 allocatableMemory.available=3/7 nodefs.available=1/2 " +
          "imagefs.inodesFree=3/4",
        document,
      );
    }
    for (let n = 0; n < orders(FS); n++) {
      const document = `{"node":{"fs":${inOrder(FS, n)}}}`;
      decode(document);
      expect(observations()).toBe(
        "nodefs.available=1/2@1000000000 nodefs.inodesFree=3/4@1000000000",
        document,
      );
    }
  });

  it("leaves nothing of an earlier Summary behind", () => {
    decode(`{"node":{${NODE.join(",")}}}`);
    decode('{"node":{"rlimit":{"maxpid":2,"curproc":1}}}');
    expect(observations()).toBe("pid.available=1/2");
    decode('{"node":null}');
    expect(observations()).toBe("");
  });
});

describe("a Summary", () => {
  it("is refused with the path to what is wrong", () => {
    for (let i = 0; i < REFUSED.length; i++) {
      decode(REFUSED[i][0]);
      expect(failurePath()).toBe(REFUSED[i][1], REFUSED[i][0]);
    }
  });

  it("is refused when it is cut off anywhere", () => {
    const members = `${NODE.join(",")},"rlimit":{"time":null,"maxpid":-1,"curproc":12}`;
    expectWhole(`{"node":{${members}},"pods":[null,{"podRef":{"uid":"\\u0061"}}]}`, decode);
  });

  it("may begin with a byte order mark, and stand between spaces", () => {
    expect(statusName(decode('\ufeff \n{"node":{}}\n\t '))).toBe("Ok");
    expect(statusName(decode('\ufeff\ufeff{"node":{}}'))).toBe("InvalidJson");
    expect(statusName(decode('{"node":{}}{}'))).toBe("InvalidJson");
    expect(statusName(decode('{"node":{}}\0'))).toBe("InvalidJson");
  });
});
