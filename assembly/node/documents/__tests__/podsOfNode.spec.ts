/** Which pods of a list belong to one node, and what is left of the list then. */

import { failurePath, give, output, statusName, textAt } from "../../../base/__tests__/input.ts";
import { INPUT_OFFSET } from "../../../base/memory.ts";
import { cutToNode } from "../podsOfNode.ts";

const NAME = "n1";

function cut(list: string, name: string = NAME): i32 {
  return cutToNode(give(list + name), String.UTF8.byteLength(name));
}

/** The list that is left, and whose its pods are; the place and the status of a refused one. */
function cutText(list: string, name: string = NAME): string {
  const size = cut(list, name);
  return size < 0 ? failurePath() : `${textAt(INPUT_OFFSET, usize(size))} ${output()}`;
}

const STATIC = '{"metadata":{"annotations":{"kubernetes.io/config.source":"file"}}}';
const MIRROR =
  '{"spec":{"nodeName":"n2"},"metadata":{"annotations":{"kubernetes.io/config.source":"file"}}}';
const API = '{"metadata":{"annotations":{"kubernetes.io/config.source":"api"}}}';

/** A list, what is left of it, and whose its pods are. */
const CUT: string[][] = [
  [
    ' {"kind":"List", "items": [ {"spec":{"nodeName":"n1"}}, {"spec":{"nodeName":"n2"}} ],"x":1}\n',
    ' {"kind":"List", "items": [{"spec":{"nodeName":"n1"}}],"x":1}\n',
    '["n2"],"named":1,"unscheduled":0',
  ],
  [
    '{"items":[{"spec":{"nodeName":"n2"}},{},{"spec":{"nodeName":"n2"}}]}',
    '{"items":[]}',
    '["n2","n2"],"named":0,"unscheduled":1',
  ],
  [
    `{"items":[${STATIC},${MIRROR},${API},{"spec":{"nodeName":"n1"}}]}`,
    `{"items":[${STATIC},{"spec":{"nodeName":"n1"}}]}`,
    '["n2"],"named":1,"unscheduled":1',
  ],
  [
    '{"items":[null,{"spec":null},{"metadata":null},{"spec":{"nodeName":"n1"}}]}',
    '{"items":[{"spec":{"nodeName":"n1"}}]}',
    '[],"named":1,"unscheduled":3',
  ],
  [
    '{"items":[{"spec":{"nodeName":"n\\u0031"}},{"spec":{"node\\u004eame":"n2"}}]}',
    '{"items":[{"spec":{"nodeName":"n\\u0031"}}]}',
    '["n2"],"named":1,"unscheduled":0',
  ],
  [
    '{"items":[{"spec":{"nodeName":"n1","nodeName":"n2"}},{"spec":{"nodeName":"n1"}}]}',
    '{"items":[{"spec":{"nodeName":"n1"}}]}',
    '["n2"],"named":1,"unscheduled":0',
  ],
  [
    '{"items":[{"spec":{"nodeName":""}},{"spec":{"nodeName":7}},{"spec":{"nodeName":"n1"}}]}',
    '{"items":[{"spec":{"nodeName":"n1"}}]}',
    '[],"named":1,"unscheduled":2',
  ],
  [
    '{"items":[{"spec":{"nodeName":"n1"}}],"items":[{"spec":{"nodeName":"n1"}},{}]}',
    '{"items":[{"spec":{"nodeName":"n1"}}],"items":[{"spec":{"nodeName":"n1"}}]}',
    '[],"named":1,"unscheduled":1',
  ],
  [
    '{"items":[{"metadata":{"labels":{"nodeName":"n1"}}},{"spec":{"nodeName":"n1x"}}]}',
    '{"items":[]}',
    '["n1x"],"named":0,"unscheduled":1',
  ],
];

/** Lists that stay, and whose their pods are. */
const WHOLE: string[][] = [
  ['{"items":[]}', '[],"named":0,"unscheduled":0'],
  ['{"items":[{},{"spec":{}}]}', '[],"named":0,"unscheduled":2'],
  [`{"items":[${STATIC},${API}]}`, '[],"named":0,"unscheduled":1'],
  [`{"items":[${STATIC},{"spec":{"nodeName":"n1"}}]}`, '[],"named":1,"unscheduled":0'],
];

const REFUSED: string[][] = [
  ["", "InvalidJson $"],
  ["{}", "WrongDocument $"],
  ['{"items":null}', "WrongType $.items"],
  ['{"items":{}}', "WrongType $.items"],
  ['{"kind":"NodeList","items":[]}', "WrongDocument $.kind"],
  ['{"items":[{},5]}', "WrongType $.items[1]"],
  ['{"items":[{"spec":[]}]}', "WrongType $.items[0].spec"],
  ['{"items":[{"spec":{"nodeName":"\\x"}}]}', "InvalidJson $.items[0].spec.nodeName"],
  ['{"items":[{}]', "InvalidJson $.items"],
  ['{"items":[{}]}}', "InvalidJson $"],
];

describe("the pods of one node", () => {
  it("are what is left of a list", () => {
    for (let i = 0; i < CUT.length; i++) {
      const expected = `${CUT[i][1]} {"otherNodes":${CUT[i][2]}}`;
      expect(cutText(CUT[i][0])).toBe(expected, CUT[i][0]);
    }
  });

  it("are the whole list when it has no others, or when no pod names a node", () => {
    for (let i = 0; i < WHOLE.length; i++) {
      const expected = `${WHOLE[i][0]} {"otherNodes":${WHOLE[i][1]}}`;
      expect(cutText(WHOLE[i][0])).toBe(expected, WHOLE[i][0]);
    }
  });

  it("are those of any name, and of none all pods are others", () => {
    const list = '{"items":[{"spec":{"nodeName":"n1"}},{"spec":{"nodeName":"ü}"}}]}';
    expect(cutText(list, "ü}")).toBe(
      '{"items":[{"spec":{"nodeName":"ü}"}}]} {"otherNodes":["n1"],"named":1,"unscheduled":0}',
    );
    expect(cutText(list, "")).toBe(
      '{"items":[]} {"otherNodes":["n1","ü}"],"named":0,"unscheduled":0}',
    );
  });

  it("are not in what is not a list of pods", () => {
    for (let i = 0; i < REFUSED.length; i++) {
      expect(cutText(REFUSED[i][0])).toBe(REFUSED[i][1], REFUSED[i][0]);
    }
  });

  it("are not those of a name that begins with white space", () => {
    const list = '{"items":[{"spec":{"nodeName":" n1"}}]}';
    expect(statusName(cut(list, " n1"))).toBe("InvalidArgument");
    expect(statusName(cut(list, "\n"))).toBe("InvalidArgument");
  });

  it("are in no list whose end is not where the name begins", () => {
    const size = give('{"items":[]}n1');
    const sizes: i32[] = [0, 1, 3, 14, 15, -1, i32.MIN_VALUE, i32.MAX_VALUE];
    for (let i = 0; i < sizes.length; i++) {
      expect(statusName(cutToNode(size, sizes[i]))).toBe("InvalidJson", sizes[i].toString());
    }
  });
});
