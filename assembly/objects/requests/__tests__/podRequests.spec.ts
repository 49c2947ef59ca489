/**
 * What pods ask for: the sums of the pages "Sidecar Containers" and "Init Containers" of the
 * Kubernetes documentation, of KEP-2837 (pod-level resources) and KEP-1287 (resizing in place).
 */
import { give } from "../../../base/__tests__/input.ts";
import { clearObjects, readObjects } from "../../documents/objects.ts";
import { listCount, wordOf } from "../../model/list.ts";
import { podAt } from "../../model/pod.ts";
import {
  assumedMemory,
  assumedMilliCPU,
  podRequests,
  RequestRule,
  sumAssumed,
} from "../podRequests.ts";

const ASSUME = RequestRule.AssumeCPU | RequestRule.AssumeMemory;

/** Members of a pod, rules, and thousandths of a CPU and bytes of memory. */
const SUMS: string[][] = [
  ['"spec":{"containers":[]}', "0", "0 0"],
  ['"spec":{"containers":[{},{}]}', "48", "200 419430400"],
  ['"spec":{"containers":[{"resources":{"requests":{"cpu":"0"}}}]}', "48", "0 209715200"],
  // Fractions of a thousandth are added before they are rounded up.
  [
    '"spec":{"containers":[{"resources":{"requests":{"cpu":"0.4m"}}},{"resources":{' +
      '"requests":{"cpu":"0.4m"}}}]}',
    "0",
    "1 0",
  ],
  // The largest init container, or all containers.
  [
    '"spec":{"containers":[{"resources":{"requests":{"cpu":"1","memory":"1"}}}],' +
      '"initContainers":[{"resources":{"requests":{"cpu":"3"}}},{"resources":{' +
      '"requests":{"memory":"5"}}}]}',
    "0",
    "3000 5",
  ],
  // A sidecar counts with the containers, and with init containers after it.
  [
    '"spec":{"containers":[{"resources":{"requests":{"cpu":"1"}}}],"initContainers":[' +
      '{"resources":{"requests":{"cpu":"2500m"}}},{"restartPolicy":"Always",' +
      '"resources":{"requests":{"cpu":"500m"}}},{"resources":{"requests":{"cpu":' +
      '"2200m"}}}]}',
    "0",
    "2700 0",
  ],
  [
    '"spec":{"containers":[{"resources":{"requests":{"cpu":"1"}}}],"overhead":{"cpu":"250m"}}',
    "0",
    "1250 0",
  ],
  [
    '"spec":{"containers":[{"resources":{"requests":{"cpu":"1"}}}],"overhead":{"cpu":"250m"}}',
    "8",
    "1000 0",
  ],
  // Requests of the pod take the place of the sum, where the release has them.
  [
    '"spec":{"containers":[{"resources":{"requests":{"cpu":"1","memory":"9"}}}],' +
      '"resources":{"requests":{"cpu":"3"}}}',
    "2",
    "3000 9",
  ],
  [
    '"spec":{"containers":[{"resources":{"requests":{"cpu":"1","memory":"9"}}}],' +
      '"resources":{"requests":{"cpu":"3"}}}',
    "0",
    "1000 9",
  ],
  // Its limits are requests where the API server's defaults make them such: only where neither the
  // pod nor a container names one.
  [
    '"spec":{"containers":[{"resources":{"requests":{"cpu":"1"}}}],' +
      '"resources":{"limits":{"cpu":"3","memory":"9"}}}',
    "1026",
    "1000 9",
  ],
  [
    '"spec":{"containers":[{"resources":{"requests":{"cpu":"1"}}}],' +
      '"resources":{"limits":{"cpu":"3","memory":"9"}}}',
    "2",
    "1000 0",
  ],
  // A pod that is being resized counts with the larger of allocated and requested.
  [
    '"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}]},' +
      '"status":{"containerStatuses":[{"name":"c","resources":{"requests":{"cpu":"2"}},' +
      '"allocatedResources":{"cpu":"1500m"}}]}',
    "1",
    "2000 0",
  ],
  [
    '"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]},' +
      '"status":{"conditions":[{"type":"PodResizePending","reason":"Infeasible"}],' +
      '"containerStatuses":[{"name":"c","resources":{"requests":{"cpu":"2"}}}]}',
    "1",
    "2000 0",
  ],
  [
    '"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}]},' +
      '"status":{"containerStatuses":[{"name":"c","allocatedResources":{"cpu":"3"}}]}',
    "1",
    "1000 0",
  ],
];

function readPod(members: string): void {
  clearObjects();
  readObjects(give('{"kind":"Pod","metadata":{"name":"a"},' + members + "}"));
}

describe("requests of a pod", () => {
  it("are added up as the release does", () => {
    for (let row = 0; row < SUMS.length; row++) {
      readPod(SUMS[row][0]);
      const pod = podAt(0);
      const amounts = podRequests(pod.spec, pod.status, u32(I32.parseInt(SUMS[row][1])));
      const sum = amounts.milliCPU.toString() + " " + amounts.memory.toString();
      expect(sum).toBe(SUMS[row][2], SUMS[row][0]);
    }
  });

  it("name extended resources and huge pages, and skip names that are not scheduled", () => {
    readPod(
      '"spec":{"containers":[{"resources":{"requests":{"nvidia.com/gpu":"2",' +
        '"hugepages-2Mi":"4Mi","fast":"1","a/b/c":"1"}}}]}',
    );
    const scalars = podRequests(podAt(0).spec, 0, 0).scalars;
    expect(listCount(scalars)).toBe(6);
    expect(wordOf(scalars, 1)).toBe(4194304);
    expect(wordOf(scalars, 4)).toBe(2);
  });

  it("count huge pages of a pod with resources as its containers' limits", () => {
    const limit = '{"resources":{"limits":{"hugepages-2Mi":"2Mi"}}}';
    const request = '{"resources":{"requests":{"hugepages-2Mi":"2Mi"}}}';
    const containers = '"containers":[' + limit + "," + request + "]";
    readPod('"spec":{' + containers + ',"resources":{"requests":{"cpu":"1"}}}');
    const rules = RequestRule.PodLevelResources | RequestRule.PodLevelDefaults;
    const scalars = podRequests(podAt(0).spec, 0, u32(rules)).scalars;
    expect(wordOf(scalars, 1)).toBe(2097152);
    const plain = podRequests(podAt(0).spec, 0, u32(RequestRule.PodLevelResources)).scalars;
    expect(wordOf(plain, 1)).toBe(4194304);
  });

  it("of releases up to 1.31 count sidecars only as init containers when nothing is said", () => {
    readPod(
      '"spec":{"containers":[{}],"initContainers":[{"restartPolicy":"Always",' +
        '"resources":{"requests":{"cpu":"300m"}}}],"overhead":{"cpu":"1m"}}',
    );
    sumAssumed(podAt(0).spec);
    expect(assumedMilliCPU).toBe(301);
    expect(assumedMemory).toBe(209715200);
    const since = podRequests(podAt(0).spec, 0, ASSUME);
    expect(since.milliCPU).toBe(401);
  });

  // The status of the pod before was taken for this one's: `plimsoll admit` named a wrong amount.
  it("of a pod alone do not depend on the pod that was asked about before", () => {
    readPod(
      '"spec":{"resources":{"requests":{"memory":"1"}}},' +
        '"status":{"resources":{"requests":{"memory":"1Ki"}}}',
    );
    const pod = podAt(0);
    const rules = RequestRule.UseStatus | RequestRule.PodLevelResources | RequestRule.UsePodStatus;
    expect(podRequests(pod.spec, pod.status, u32(rules)).memory).toBe(1024);
    expect(podRequests(pod.spec, 0, u32(RequestRule.PodLevelAlone)).memory).toBe(1);
  });
});
