/** Members that no generator sets, and why; FIDELITY.md has the same rows. */

export interface Undrawn {
  readonly kind: string;
  /** In words, for the table. */
  readonly what: string;
  /** All of these members, and none that is drawn. */
  readonly members: RegExp;
  readonly reason: string;
}

const CONTAINER = String.raw`spec\.(?:containers|initContainers|ephemeralContainers)\[\]\.`;
const STATUS = String.raw`status\.(?:c|initC|ephemeralC)ontainerStatuses\[\]\.`;
const RECORDS = new RegExp(
  String.raw`^metadata\.(?:generateName|generation|managedFields|resourceVersion|selfLink)\b|` +
    String.raw`^status\.(?:conditions\[\]\.)?observedGeneration$`,
);

export const UNDRAWN: readonly Undrawn[] = [
  {
    kind: "Pod",
    what: "what the API server records about an object",
    members: RECORDS,
    reason: "copied into conditions, or compared to notice an update; no decision depends on it",
  },
  {
    kind: "Pod",
    what: "what a container runs and how: commands, environment, probes, hooks, mounts, terminals",
    members: new RegExp(
      `^${CONTAINER}(?:args|command|env|envFrom|imagePullPolicy|lifecycle|\\w+Probe|stdin\\w*|tty` +
        "|terminationMessage\\w+|volume(?:Devices|Mounts)|workingDir|ports\\[\\]\\.name)\\b",
    ),
    reason: "decides whether a container runs, not where, and not which pod is evicted",
  },
  {
    kind: "Pod",
    what: "`resizePolicy` of containers",
    members: new RegExp(`^${CONTAINER}resizePolicy\\b`),
    reason: "says whether a resize restarts the container; its result is in the status",
  },
  {
    kind: "Pod",
    what: "security contexts, users, host namespaces",
    members: new RegExp(
      `^${CONTAINER}securityContext\\b|^spec\\.(?:securityContext|host(?:IPC|PID|Users)|` +
        "shareProcessNamespace|(?:deprecated)?[sS]erviceAccount(?:Name)?|" +
        "automountServiceAccountToken)\\b",
    ),
    reason:
      "not evaluated: with `hostNetwork` and without `hostUsers`, the answer names " +
      "NodeDeclaredFeatures; parts of the kubelet that are not compared check the others",
  },
  {
    kind: "Pod",
    what: "`restartPolicy` of a container that is not an init container, `restartPolicyRules`",
    members: new RegExp(`^${CONTAINER}restartPolicy(?:Rules\\b|$)`),
    reason:
      "says when a container restarts; with a rule for all containers, the answer names " +
      "NodeDeclaredFeatures",
  },
  {
    kind: "Pod",
    what: "ephemeral containers and their statuses",
    members: /(?:ephemeralContainers|ephemeralContainerStatuses)\[\]\./,
    reason: "the API server refuses requests of theirs; eviction reads their stats alone",
  },
  {
    kind: "Pod",
    what: "names, DNS, links and files of the network",
    members: new RegExp(
      "^spec\\.(?:dns\\w+|enableServiceLinks|hostAliases|hostnameOverride|setHostnameAsFQDN|" +
        "subdomain)\\b",
    ),
    reason: "controllers write some of them; no decision depends on them",
  },
  {
    kind: "Pod",
    what: "`imagePullSecrets`, `readinessGates`, `activeDeadlineSeconds`",
    members: /^spec\.(?:imagePullSecrets|readinessGates|activeDeadlineSeconds)\b/,
    reason:
      "other parts of the kubelet read them; the effect is in conditions and the phase, and in " +
      "a simulation no pod has a deadline",
  },
  {
    kind: "Pod",
    what: "resource claims, scheduling groups",
    members: /\.claims\[\]|[rR]esourceClaim|^spec\.schedulingGroup\b/,
    reason: "not evaluated: the answer names DynamicResources or GangScheduling",
  },
  {
    kind: "Pod",
    what: "`evictionResponders`, health of volumes",
    members: /^(?:spec\.evictionResponders|status\.volumeHealth)\b/,
    reason:
      "alpha in 1.37: the API server leaves them out, and nothing that is compared reads them",
  },
  {
    kind: "Pod",
    what: "`runtimeClassName`",
    members: /^spec\.runtimeClassName$/,
    reason:
      "admission of the API server writes overhead, a node selector and tolerations into the " +
      "pod, which are drawn",
  },
  {
    kind: "Pod",
    what: "sources of volumes other than `emptyDir`, images and those that eviction distinguishes",
    members: /^spec\.volumes\[\]\./,
    reason:
      "not evaluated: the answer names the plugins of claims and of drivers' limits; nothing " +
      "that is compared reads the others",
  },
  {
    kind: "Pod",
    what: "what else a status reports of containers",
    members: new RegExp(
      `^${STATUS}(?:allocatedResourcesStatus|containerID|image|imageID|lastState|started|user|` +
        "ready|restartCount|state|stopSignal|volumeMounts|resources)\\b",
    ),
    reason:
      "requests, names and states are drawn; restarts and ends of containers in a simulation are " +
      "those of its kubelets",
  },
  {
    kind: "Pod",
    what: "addresses, messages, times of probes, limits in force",
    members: /^status\.(?:hostIPs?|podIPs?|message|conditions\[\]\.\w+|resize|resources\.limits)\b/,
    reason:
      "no decision depends on it; before 1.33, schedulers read `status.resize` with a feature " +
      "gate that was off by default",
  },
  {
    kind: "Node",
    what: "what the API server records about an object, owners, deletion",
    members: new RegExp(
      "^metadata\\.(?:annotations|creationTimestamp|deletion\\w+|finalizers|generat\\w+|" +
        "managedFields|namespace|ownerReferences|resourceVersion|selfLink|uid)\\b",
    ),
    reason:
      "the node controller reads the creation of a node without a Ready condition, which every " +
      "simulated node has; nothing else is read",
  },
  {
    kind: "Node",
    what: "addresses, networks, providers, dynamic configuration, the old phase",
    members: new RegExp(
      "^spec\\.(?:configSource|externalID|podCIDRs?|providerID)\\b|" +
        "^status\\.(?:addresses|config|daemonEndpoints|phase)\\b",
    ),
    reason: "none of the compared code reads it",
  },
  {
    kind: "Node",
    what: "times and words of taints and conditions",
    members: /^spec\.taints\[\]\.timeAdded$|^status\.conditions\[\]\.(?:last\w+|message|reason)$/,
    reason: "the simulator begins with its own times; the others read types and statuses only",
  },
  {
    kind: "Node",
    what: "versions and identifiers of the machine",
    members: /^status\.nodeInfo\./,
    reason: "none of the compared code reads it; the release is an option of the comparison",
  },
  {
    kind: "Node",
    what: "declared features, handlers of runtimes",
    members: /^status\.(?:declaredFeatures|runtimeHandlers)\b/,
    reason:
      "not evaluated: the answer names NodeDeclaredFeatures; none of the compared code reads " +
      "handlers",
  },
  {
    kind: "Node",
    what: "`podPreemptionPolicy`",
    members: /^spec\.podPreemptionPolicy\b/,
    reason:
      "alpha in 1.37: read for pods whose resize is deferred, with a feature gate that is off by " +
      "default",
  },
  {
    kind: "Node",
    what: "attached volumes",
    members: /^status\.volumes(?:Attached|InUse)\b/,
    reason: "read by the controller that attaches volumes, which is not compared",
  },
  {
    kind: "KubeSchedulerConfiguration",
    what: "connections, leader election, profiling",
    members:
      /^(?:clientConnection|leaderElection|delayCacheUntilActive|enable(?:Contention)?Profiling)\b/,
    reason: "decides whether a scheduler runs, not what it chooses",
  },
  {
    kind: "KubeSchedulerConfiguration",
    what: "how extenders are reached",
    members: /^extenders\[\]\./,
    reason: "not evaluated: with an extender, the answer names it",
  },
  {
    kind: "KubeSchedulerConfiguration",
    what: "plugins enabled at `permit`, `preBind` and `postBind`, and for groups of pods",
    members: /^profiles\[\]\.plugins\.(?:permit|placement\w+|podGroup\w+|p(?:re|ost)Bind)\./,
    reason: "they run once a node is chosen, or need groups of pods, which are not evaluated",
  },
  {
    kind: "KubeSchedulerConfiguration",
    what: "weights at points that have none",
    members: /^profiles\[\]\.plugins\.\w+\.(?:disabled|enabled)\[\]\.weight$/,
    reason:
      "the scheduler reads weights of plugins that are enabled at `score` or `multiPoint` only",
  },
];
