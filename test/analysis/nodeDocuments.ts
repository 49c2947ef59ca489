/** A Summary as a kubelet serves it, of which the policy reads only a part. */
export const SUMMARY = `{
 "node": {
  "nodeName": "worker-secret",
  "systemContainers": [
   {"name": "kubelet", "startTime": null, "memory": {"time": "2026-11-20T10:00:00Z",
    "rssBytes": 5}},
   {"name": "pods", "cpu": {"time": "2026-11-20T10:00:00Z", "usageNanoCores": 1},
    "memory": {"time": "2026-11-20T10:00:01Z", "availableBytes": 100, "usageBytes": 9,
    "workingSetBytes": 20}}
  ],
  "cpu": {"time": "2026-11-20T10:00:00Z", "psi": {"full": {"avg10": 72.63}}},
  "memory": {"time": "2026-11-20T10:00:02Z", "availableBytes": 1530793984,
    "workingSetBytes": 544092160},
  "network": {"name": "eth-secret", "rxBytes": 1},
  "fs": {"time": "2026-11-20T10:00:03Z", "availableBytes": 1, "capacityBytes": 2, "usedBytes": 3,
   "inodesFree": 18446744073709551615, "inodes": 128000, "inodesUsed": 220},
  "runtime": {"imageFs": {"time": "2026-11-20T10:00:04Z", "availableBytes": 1, "inodesUsed": 17},
   "containerFs": null},
  "rlimit": {"time": "2026-11-20T10:00:05Z", "maxpid": 32768, "curproc": 126},
  "swap": {"swapUsageBytes": 0}
 },
 "pods": [
  {"podRef": {"name": "cart-secret", "namespace": "shop-secret", "uid": "f1f5746b-secret"},
   "startTime": "2026-11-20T09:00:00Z",
   "containers": [{"name": "main-secret", "cpu": {"usageNanoCores": 3},
     "memory": {"time": "2026-11-20T10:00:00Z", "workingSetBytes": 65757184, "rssBytes": 1},
     "rootfs": {"usedBytes": 4096, "inodesUsed": 1, "capacityBytes": 9},
    "logs": {"usedBytes": 4097},
     "userDefinedMetrics": null}],
   "cpu": {"usageNanoCores": 32141238},
   "memory": {"usageBytes": 65765376, "workingSetBytes": 65765376},
   "volume": [{"time": "2026-11-20T10:00:00Z", "usedBytes": 1052672, "inodesUsed": 2,
    "name": "scratch-secret",
     "pvcRef": {"name": "claim-secret"}}],
   "ephemeral-storage": {"usedBytes": 1060864, "capacityBytes": 9},
   "process_stats": {"process_count": 0}},
  {"podRef": {"name": "etcd-secret", "namespace": "kube-system", "uid": "u2-secret"},
    "containers": null}
 ],
 "extra-secret": {"a": "secret"}
}`;

const NODE =
  '"node":{"nodeName":"worker-secret","systemContainers":[' +
  '{"name":"kubelet","memory":{"time":"2026-11-20T10:00:00Z","rssBytes":5}},' +
  '{"name":"pods","memory":{"time":"2026-11-20T10:00:01Z","availableBytes":100,' +
  '"usageBytes":9,"workingSetBytes":20}}],' +
  '"memory":{"time":"2026-11-20T10:00:02Z","availableBytes":1530793984,' +
  '"workingSetBytes":544092160},' +
  '"fs":{"time":"2026-11-20T10:00:03Z","availableBytes":1,"capacityBytes":2,' +
  '"inodesFree":18446744073709551615,"inodes":128000},' +
  '"runtime":{"imageFs":{"time":"2026-11-20T10:00:04Z","availableBytes":1,"inodesUsed":17},' +
  '"containerFs":null},"rlimit":{"time":"2026-11-20T10:00:05Z","maxpid":32768,"curproc":126}}';

/** What is left of it: Spec 1.2, 1.3, 3.8, 4.3. */
export const SUMMARY_REDUCED =
  `{${NODE},"pods":[` +
  '{"podRef":{"uid":"f1f5746b-secret"},' +
  '"containers":[{"name":"main-secret","memory":{"workingSetBytes":65757184,' +
  '"rssBytes":1},' +
  '"rootfs":{"usedBytes":4096,"inodesUsed":1},"logs":{"usedBytes":4097}}],' +
  '"memory":{"workingSetBytes":65765376},' +
  '"volume":[{"usedBytes":1052672,"inodesUsed":2,"name":"scratch-secret"}],' +
  '"ephemeral-storage":{"usedBytes":1060864},"process_stats":{"process_count":0}},' +
  '{"podRef":{"uid":"u2-secret"},' +
  '"containers":null}]}';

/** A PodList as a kubelet serves it. */
export const POD_LIST = `{
 "kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "secret"},
 "items": [
  {"metadata": {"name": "cart-secret", "namespace": "shop-secret", "uid": "f1f5746b-secret",
    "labels": {"app-secret": "secret"}, "deletionTimestamp": "2026-11-20T10:00:00Z",
    "annotations": {"kubernetes.io/config.source": "api", "kubernetes.io/config.seen": "secret",
     "team-secret": "secret"}},
   "spec": {
    "volumes": [
     {"name": "scratch-secret", "emptyDir": {"medium": "", "sizeLimit": "128Mi", "x": "secret"}},
     {"name": "host-secret", "hostPath": {"path": "/var/secret"}},
     {"name": "token-secret", "secret": {"secretName": "secret"}}],
    "initContainers": [{"name": "wait-secret", "restartPolicy": "Always", "image": "secret"}],
    "containers": [{"name": "main-secret", "image": "registry-secret/app:1",
    "command": ["secret"],
      "env": [{"name": "PASSWORD", "value": "secret"}],
      "resources": {"requests": {"cpu": "50m", "memory": "64Mi", "example.com/secret": "1"},
       "limits": {"ephemeral-storage": "1Gi", "hugepages-2Mi": "4Mi"}}}],
    "nodeName": "worker-secret", "priorityClassName": "gold-secret", "priority": 100000,
    "overhead": {"memory": "1Mi"}, "terminationGracePeriodSeconds": 30,
    "tolerations": [{"key": "secret", "operator": "Exists"}]},
   "status": {"phase": "Running", "podIP": "192.0.2.7", "qosClass": "Burstable",
    "conditions": [{"type": "Ready", "message": "secret"}],
    "containerStatuses": [{"name": "main-secret", "imageID": "secret",
      "state": {"running": {"startedAt": "2026-11-20T09:00:00Z"}}}]}},
  {"metadata": {"name": "etcd-secret", "namespace": "kube-system", "uid": "u2-secret",
    "annotations": {"kubernetes.io/config.source": "file",
    "kubernetes.io/config.mirror": "u2-secret"}},
   "spec": {"priorityClassName": "system-node-critical", "containers": [{"name": "etcd-secret"}]},
   "status": {"phase": "Waiting-secret", "reason": "Reason-secret", "message": "By secret."}}
 ]
}`;

/** What is left of it: Spec 3.8, 3.14, 4.3, 4.4, 5.2, 6.1. */
export const POD_LIST_REDUCED =
  '{"kind":"PodList","apiVersion":"v1","items":[' +
  '{"metadata":{"name":"cart-secret","namespace":"shop-secret","uid":"f1f5746b-secret",' +
  '"deletionTimestamp":"2026-11-20T10:00:00Z",' +
  '"annotations":{"kubernetes.io/config.source":"api"}},' +
  '"spec":{"volumes":[{"name":"scratch-secret","emptyDir":{"medium":"","sizeLimit":"128Mi"}},' +
  '{"name":"host-secret","hostPath":{}},{"name":"token-secret"}],' +
  '"initContainers":[{"name":"wait-secret","restartPolicy":"Always"}],' +
  '"containers":[{"name":"main-secret","resources":{"requests":{' +
  '"cpu":"50m","memory":"64Mi","example.com/secret":"1"},' +
  '"limits":{"ephemeral-storage":"1Gi","hugepages-2Mi":"4Mi"}}}],' +
  '"nodeName":"worker-secret",' +
  '"priorityClassName":"gold-secret","priority":100000,"overhead":{"memory":"1Mi"},' +
  '"terminationGracePeriodSeconds":30},' +
  '"status":{"phase":"Running","qosClass":"Burstable",' +
  '"containerStatuses":[{"name":"main-secret","state":{"running":{}}}]}},' +
  '{"metadata":{"name":"etcd-secret","namespace":"kube-system","uid":"u2-secret",' +
  '"annotations":{"kubernetes.io/config.source":"file",' +
  '"kubernetes.io/config.mirror":"u2-secret"}},' +
  '"spec":{"priorityClassName":"system-node-critical","containers":[{"name":"etcd-secret"}]},' +
  '"status":{"phase":"Waiting-secret","reason":"Reason-secret","message":"By secret."}}]}';
