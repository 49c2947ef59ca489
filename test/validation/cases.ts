/** Named configuration files; the kubelet's answers are in corpus.json. */

const TYPED = "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n";
const JSON_TYPED = '"kind":"KubeletConfiguration","apiVersion":"kubelet.config.k8s.io/v1beta1"';

/** Whole files. */
const FILES: Readonly<Record<string, string>> = {
  "an object of something else": '{"foo":1}',
  "nothing but a comment": "# x",
  "an empty object": "{}",
  "no apiVersion": "kind: KubeletConfiguration",
  "a version that does not exist":
    "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1",
  "another kind": "kind: Pod\napiVersion: v1",
  "a list": "[]",
  "a text": "text",
  "flow YAML that looks like JSON": "{kind: KubeletConfiguration}",
  "text after the JSON": `{${JSON_TYPED}} x`,
  "a kind that is a number": "kind: 5",
  "a version with two slashes": "kind: a\napiVersion: a/b/c",
  "a version that is only a group": "kind: a\napiVersion: a/",
  "kind in another case":
    "Kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\nmaxPods: 5",
  "the first of two wrong names": "Kind: []\napiVersion: 5",
  "a comma too many": `{${JSON_TYPED},"maxPods":4,}`,
  "JSON that is cut": `{${JSON_TYPED},"maxPods":4`,
  "a JSON number with a fraction": `{${JSON_TYPED},"maxPods":1.0}`,
  "a JSON number with an exponent": `{${JSON_TYPED},"maxPods":1e2}`,
  "a member twice, the second of another type": `{${JSON_TYPED},"maxPods":1,"maxPods":"a"}`,
  "an object twice in JSON": `{${JSON_TYPED},"userNamespaces":{"idsPerPod":3},"userNamespaces":{}}`,
  "a list twice in JSON":
    `{${JSON_TYPED},"registerWithTaints":[{"key":"-a"},{"key":"b"}],` +
    `"registerWithTaints":[{"effect":"Foo"}]}`,
  "an object twice, merged": `{${JSON_TYPED},"tracing":{"endpoint":"//a"},"tracing":{}}`,
  "gates twice, merged": `{${JSON_TYPED},"featureGates":{"Foo":true},"featureGates":{"Bar":true}}`,
  "taints twice, merged one by one":
    `{${JSON_TYPED},"registerWithTaints":[{"effect":"Foo","value":"v"}],` +
    '"registerWithTaints":[{},{"key":"a"}]}',
  "a list that shrinks and grows":
    `{${JSON_TYPED},"registerWithTaints":[{"key":"a"},{"value":"v"}],` +
    '"registerWithTaints":[{}],"registerWithTaints":[{"effect":"Foo"},{"effect":"Bar"}]}',
  "a number, then null": `{${JSON_TYPED},"maxPods":-4,"maxPods":null}`,
  "a pointer, then null":
    `{${JSON_TYPED},"memoryThrottlingFactor":4,` + '"memoryThrottlingFactor":null}',
  "an object, then null": `{${JSON_TYPED},"tracing":{"endpoint":"//a"},"tracing":null}`,
  "an object twice in YAML, of which the last counts":
    "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n" +
    "tracing: {endpoint: //a}\ntracing: {}",
  "JSON after a byte order mark": `\uFEFF{${JSON_TYPED},"maxPods":-1}`,
  "YAML after a byte order mark":
    "\uFEFFkind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\nmaxPods: -1",
  "a member in another case": `{${JSON_TYPED},"MaxPods":-4}`,
  "a second document": `${TYPED}---\nkind: Pod\n`,
};

/** Members of a file that is otherwise complete. */
const MEMBERS: Readonly<Record<string, string>> = {
  "nothing set": "",
  "a text for a number": "maxPods: a",
  "a fraction for a number": "maxPods: 1.5",
  "a YAML float that is whole": "maxPods: 1e3",
  "hexadecimal digits": "maxPods: 0x10",
  "octal digits": "maxPods: 010",
  "a number beyond 32 bits": "maxPods: 99999999999",
  "a negative number of pods": "maxPods: -1",
  "a word for a boolean": "failSwapOn: maybe",
  "the y of YAML 1.1": "failSwapOn: y",
  "a text for a list": "clusterDNS: 10.0.0.1",
  "a number in a list of texts": "clusterDNS: [1]",
  "a number for a threshold": "evictionHard: {nodefs.available: 1}",
  "a list for a map": "evictionHard: [a]",
  "a number for a duration": "syncFrequency: 5",
  "a duration without a unit": 'syncFrequency: "5"',
  "no duration": "syncFrequency: null",
  "no duration where a pointer is": "containerLogMonitorInterval: null",
  "a duration ends the decoding": "maxPods: a\nsyncFrequency: 5\nclusterDNS: a",
  "a text for an object": "memorySwap: a",
  "a wrong type inside an object": "memorySwap: {swapBehavior: 4}",
  "an unknown swap behavior": "memorySwap: {swapBehavior: Foo}",
  "an unknown member": "memorySwap: {foo: 4}",
  "a wrong type in a list of objects": "registerWithTaints: [{key: 4}]",
  "a number for an object in a list": "registerWithTaints: [4]",
  "a taint without a key": "registerWithTaints: [{effect: NoSchedule}]",
  "a taint with a time": "registerWithTaints: [{key: a, timeAdded: 2006-01-02T15:04:05Z}]",
  "a time that does not exist": "registerWithTaints: [{key: a, timeAdded: 2026-02-30T00:00:00Z}]",
  "no quantity": "reservedMemory: [{numaNode: 0, limits: {memory: 4x}}]",
  "an empty quantity": 'reservedMemory: [{numaNode: 0, limits: {memory: ""}}]',
  "reserved memory of zero": "reservedMemory: [{numaNode: 0, limits: {memory: 0Ki}}]",
  "reserved memory twice":
    "reservedMemory: [{numaNode: 0, limits: {memory: 1Gi}}, {limits: {memory: 1Gi}}]",
  "reserved processors in reserved memory": "reservedMemory: [{limits: {cpu: 1}}]",
  "a flush frequency below zero": "logging: {flushFrequency: -5}",
  "a flush frequency that is a fraction": "logging: {flushFrequency: 1.5}",
  "an unknown log format": "logging: {format: foo}",
  "vmodule without the text format": "logging: {format: json, vmodule: [{filePattern: a=}]}",
  "an alpha option of the log": "logging: {options: {json: {infoBufferSize: 1Ki}}}",
  "an option of the log of a wrong type": "logging: {options: {text: {splitStream: 4}}}",
  "a verbosity below zero": "logging: {verbosity: -1}",
  "an unknown feature gate": "featureGates: {Foo: true}",
  "a locked feature gate": "featureGates: {SupportPodPidsLimit: false, NodeSwap: false}",
  "several wrong feature gates": "featureGates: {NodeSwap: false, TopologyManager: false}",
  "a number for a feature gate": "featureGates: {NodeSwap: 1}",
  "all alpha gates": "featureGates: {AllAlpha: true}",
  "no beta gates": "featureGates: {AllBeta: false}",
  "a gate without the one it needs":
    "featureGates: {GracefulNodeShutdown: false, GracefulNodeShutdownBasedOnPodPriority: true}",
  "a tracing endpoint that is not gRPC":
    "tracing: {endpoint: http://a, samplingRatePerMillion: -1}",
  "a tracing endpoint that is not a URL": "tracing: {endpoint: a%zz}",
  "hidden metrics of the release": 'showHiddenMetricsForVersion: "1.35"',
  "hidden metrics of the release before": 'showHiddenMetricsForVersion: "1.34"',
  "a throttling factor above one": "memoryThrottlingFactor: 1.5",
  "a tiny negative throttling factor": "memoryThrottlingFactor: -1e-7",
  "a relative log directory": "podLogsDir: a/b",
  "a log directory that is not clean": "podLogsDir: /a/../b",
  "a log directory beyond ASCII": "podLogsDir: /ä",
  "a number that JSON does not have": "maxPods: .inf",
  "a number that JSON does not have, written over": "maxPods: .inf\nmaxPods: 4",
  "a number that JSON does not have, written last": "maxPods: 4\nmaxPods: -.inf",
  "a number that JSON does not have, under a name that is written over":
    "logging: {verbosity: .nan}\nlogging: {verbosity: 2}",
  "a number that JSON does not have, merged and written over": "<<: {maxPods: .inf}\nmaxPods: 4",
  "numbers that JSON does not have as names":
    "featureGates: {.inf: 1, -.Inf: 2, .NaN: 3, +.inf: 4}",
  "a member without a name": "~: 4",
  "processors that end nowhere": "reservedSystemCPUs: 0-",
  "processors in the wrong order": "reservedSystemCPUs: 3-0",
  "reserved processors and a cgroup": "reservedSystemCPUs: 0-1\nkubeReservedCgroup: /a",
  "reserved processor 0 and a cgroup": 'reservedSystemCPUs: "0"\nkubeReservedCgroup: kubelet',
  "too few user IDs": "userNamespaces: {idsPerPod: 4}",
  "an odd number of user IDs": "userNamespaces: {idsPerPod: 65537}",
  "a restart period without its gate": "crashLoopBackOff: {maxContainerRestartPeriod: 1ms}",
  "a restart period beyond its range":
    "featureGates: {KubeletCrashLoopBackOffMax: true}\n" +
    "crashLoopBackOff: {maxContainerRestartPeriod: 1000000h}",
  "a quota period without its gate": "cpuCFSQuotaPeriod: 1ns",
  "a quota period beyond its range":
    "featureGates: {CustomCPUCFSQuotaPeriod: true}\ncpuCFSQuotaPeriod: 999us",
  "a shutdown that is shorter than its part":
    "shutdownGracePeriod: 1500us\nshutdownGracePeriodCriticalPods: 2h3m",
  "two kinds of shutdown":
    "shutdownGracePeriod: 5s\nshutdownGracePeriodByPodPriority: [{priority: 1}]",
  "an image with a tag":
    "preloadedImagesVerificationAllowlist: [a:5]\n" +
    "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages",
  "an image without its registry":
    "preloadedImagesVerificationAllowlist: [nginx]\n" +
    "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages",
  "an image of Docker Hub by its old name":
    "preloadedImagesVerificationAllowlist: [index.docker.io/a/b]\n" +
    "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages",
  "an image in capitals":
    "preloadedImagesVerificationAllowlist: [a/B]\n" +
    "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages",
  "an image that is 64 hexadecimal digits":
    `preloadedImagesVerificationAllowlist: ["${"0".repeat(64)}"]\n` +
    "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages",
  "an image with a digest of an unknown algorithm":
    `preloadedImagesVerificationAllowlist: ["a@md5:${"0".repeat(32)}"]\n` +
    "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages",
  "an image with a digest that is too short":
    `preloadedImagesVerificationAllowlist: ["a@sha256:${"0".repeat(40)}"]\n` +
    "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages",
  "an image with a digest in capitals":
    `preloadedImagesVerificationAllowlist: ["a@sha256:${"A".repeat(64)}"]\n` +
    "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages",
  "an allowlist without its policy": "preloadedImagesVerificationAllowlist: [example.com/a]",
  "image limits the wrong way round":
    "imageGCHighThresholdPercent: 70\nimageGCLowThresholdPercent: 80",
  "an image limit above 100": "imageGCHighThresholdPercent: 101",
  "images that are removed too early": "imageMaximumGCAge: 1m",
  "a port beyond 65535": "port: 99999",
  "an unknown topology policy": "topologyManagerPolicy: foo\ntopologyManagerScope: foo",
  "an unknown hairpin mode": "hairpinMode: foo",
  "several pulls at a time, serialized": "serializeImagePulls: true\nmaxParallelImagePulls: 2",
  "several pulls at a time": "maxParallelImagePulls: 2",
  "system cgroups without a root": "systemCgroups: /system",
  "log queries without a handler":
    "featureGates: {NodeLogQuery: true}\nenableSystemLogQuery: true\nenableSystemLogHandler: false",
  "enforcements in their order":
    "cgroupsPerQOS: false\nenforceNodeAllocatable: [kube-reserved, a\\b, pods, pods, a\\b]",
  "an enforcement and its part":
    "enforceNodeAllocatable: [system-reserved, system-reserved-compressible, none]",
  "an unknown memory reservation": "memoryReservationPolicy: Foo",
  "tiered memory without its gate": "memoryReservationPolicy: TieredReservation",
  "tiered memory with its gate off":
    "memoryReservationPolicy: TieredReservation\nfeatureGates: {MemoryQoS: false}",
  "a throttling factor with its gate off":
    "memoryThrottlingFactor: 0.8\nfeatureGates: {MemoryQoS: false}",
  "the former throttling factor with its gate off":
    "memoryThrottlingFactor: 0.9\nfeatureGates: {MemoryQoS: false}",
  "no pod-level resources": "featureGates: {PodLevelResources: false}",
  "beta gates without pod-level resources":
    "featureGates: {AllBeta: true, PodLevelResources: false}",
  "a gate that 1.37 removed": "featureGates: {SidecarContainers: true}",
  "default sysctls without their gate": 'defaultPodSysctls: {net.core.somaxconn: "1024"}',
  "default sysctls":
    'featureGates: {DefaultPodSysctls: true}\ndefaultPodSysctls: {net.core.somaxconn: "1"}',
  "a default sysctl of no namespace":
    'featureGates: {DefaultPodSysctls: true}\ndefaultPodSysctls: {vm.swappiness: "1"}',
  "a default sysctl of a namespace, with slashes":
    'featureGates: {DefaultPodSysctls: true}\ndefaultPodSysctls: {net/core/somaxconn: "1"}',
  "a default sysctl that cannot be one":
    'featureGates: {DefaultPodSysctls: true}\ndefaultPodSysctls: {Net.Core: "1"}',
  "a default sysctl twice":
    "featureGates: {DefaultPodSysctls: true}\n" +
    'defaultPodSysctls: {kernel.sem: "1", kernel/sem: "1"}',
  "a default sysctl that begins like a namespace":
    'featureGates: {DefaultPodSysctls: true}\ndefaultPodSysctls: {network.x: "1"}',
  "run once": "runOnce: true",
  "several errors at once": "maxPods: -1\neventBurst: -1\nport: 0\noomScoreAdj: 1001",
};

export const CASES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(FILES),
  ...Object.entries(MEMBERS).map(([name, members]) => [name, TYPED + members] as const),
]);
