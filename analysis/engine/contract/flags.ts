/** Written by tools/contract.mjs from contract/; change it there. */

export const FLAGS_OF_ALL = [
  "address",
  "allowed-unsafe-sysctls",
  "anonymous-auth",
  "application-metrics-count-limit",
  "authentication-token-webhook",
  "authentication-token-webhook-cache-ttl",
  "authorization-mode",
  "authorization-webhook-cache-authorized-ttl",
  "authorization-webhook-cache-unauthorized-ttl",
  "boot-id-file",
  "bootstrap-kubeconfig",
  "cert-dir",
  "cgroup-driver",
  "cgroup-root",
  "cgroups-per-qos",
  "client-ca-file",
  "cloud-provider",
  "cluster-dns",
  "cluster-domain",
  "config",
  "container-hints",
  "container-log-max-files",
  "container-log-max-size",
  "container-runtime-endpoint",
  "containerd",
  "containerd-namespace",
  "contention-profiling",
  "cpu-cfs-quota",
  "cpu-cfs-quota-period",
  "cpu-manager-policy",
  "cpu-manager-reconcile-period",
  "enable-controller-attach-detach",
  "enable-debugging-handlers",
  "enable-load-reader",
  "enable-server",
  "enforce-node-allocatable",
  "event-burst",
  "event-qps",
  "event-storage-age-limit",
  "event-storage-event-limit",
  "eviction-hard",
  "eviction-max-pod-grace-period",
  "eviction-minimum-reclaim",
  "eviction-pressure-transition-period",
  "eviction-soft",
  "eviction-soft-grace-period",
  "exit-on-lock-contention",
  "experimental-allocatable-ignore-eviction",
  "experimental-mounter-path",
  "fail-swap-on",
  "feature-gates",
  "file-check-frequency",
  "global-housekeeping-interval",
  "hairpin-mode",
  "healthz-bind-address",
  "healthz-port",
  "hostname-override",
  "housekeeping-interval",
  "http-check-frequency",
  "image-credential-provider-bin-dir",
  "image-credential-provider-config",
  "image-gc-high-threshold",
  "image-gc-low-threshold",
  "image-service-endpoint",
  "kernel-memcg-notification",
  "kube-api-burst",
  "kube-api-content-type",
  "kube-api-qps",
  "kube-reserved",
  "kube-reserved-cgroup",
  "kubeconfig",
  "kubelet-cgroups",
  "lock-file",
  "log-cadvisor-usage",
  "machine-id-file",
  "make-iptables-util-chains",
  "manifest-url",
  "manifest-url-header",
  "max-open-files",
  "max-pods",
  "maximum-dead-containers",
  "maximum-dead-containers-per-container",
  "minimum-container-ttl-duration",
  "minimum-image-ttl-duration",
  "node-ip",
  "node-labels",
  "node-status-max-images",
  "node-status-update-frequency",
  "oom-score-adj",
  "pod-cidr",
  "pod-manifest-path",
  "pod-max-pids",
  "pods-per-core",
  "port",
  "protect-kernel-defaults",
  "provider-id",
  "qos-reserved",
  "read-only-port",
  "register-node",
  "register-with-taints",
  "registry-burst",
  "registry-qps",
  "reserved-cpus",
  "resolv-conf",
  "root-dir",
  "rotate-certificates",
  "rotate-server-certificates",
  "runonce",
  "runtime-cgroups",
  "runtime-request-timeout",
  "serialize-image-pulls",
  "storage-driver-buffer-duration",
  "storage-driver-db",
  "storage-driver-host",
  "storage-driver-password",
  "storage-driver-secure",
  "storage-driver-table",
  "storage-driver-user",
  "streaming-connection-idle-timeout",
  "sync-frequency",
  "system-cgroups",
  "system-reserved",
  "system-reserved-cgroup",
  "tls-cert-file",
  "tls-cipher-suites",
  "tls-min-version",
  "tls-private-key-file",
  "topology-manager-policy",
  "topology-manager-scope",
  "volume-plugin-dir",
  "volume-stats-agg-period",
  "windows-priorityclass",
  "windows-service",
  "add-dir-header",
  "alsologtostderr",
  "experimental-logging-sanitization",
  "feature-gates",
  "help",
  "log-backtrace-at",
  "log-dir",
  "log-file",
  "log-file-max-size",
  "log-flush-frequency",
  "log-json-info-buffer-size",
  "log-json-split-stream",
  "log-text-info-buffer-size",
  "log-text-split-stream",
  "logging-format",
  "logtostderr",
  "one-output",
  "skip-headers",
  "skip-log-headers",
  "stderrthreshold",
  "v",
  "version",
  "vmodule"
] as const;

export const FLAGS_OF_SOME = [
  {
    flag: "chaos-chance",
    until: 22
  },
  {
    flag: "cloud-config",
    until: 34
  },
  {
    flag: "cni-bin-dir",
    until: 24
  },
  {
    flag: "cni-cache-dir",
    until: 24
  },
  {
    flag: "cni-conf-dir",
    until: 24
  },
  {
    flag: "config-dir",
    since: 28
  },
  {
    flag: "container-runtime",
    until: 27
  },
  {
    flag: "cpu-manager-policy-options",
    since: 22
  },
  {
    flag: "docker",
    until: 24
  },
  {
    flag: "docker-endpoint",
    until: 24
  },
  {
    flag: "docker-env-metadata-whitelist",
    until: 24
  },
  {
    flag: "docker-only",
    until: 24
  },
  {
    flag: "docker-root",
    until: 24
  },
  {
    flag: "docker-tls",
    until: 24
  },
  {
    flag: "docker-tls-ca",
    until: 24
  },
  {
    flag: "docker-tls-cert",
    until: 24
  },
  {
    flag: "docker-tls-key",
    until: 24
  },
  {
    flag: "dynamic-config-dir",
    until: 24
  },
  {
    flag: "enable-cadvisor-json-endpoints",
    until: 21
  },
  {
    flag: "experimental-bootstrap-kubeconfig",
    until: 23
  },
  {
    flag: "experimental-check-node-capabilities-before-mount",
    until: 24
  },
  {
    flag: "experimental-dockershim-root-directory",
    until: 24
  },
  {
    flag: "experimental-kernel-memcg-notification",
    until: 25
  },
  {
    flag: "fail-cgroupv1",
    since: 31
  },
  {
    flag: "image-pull-progress-deadline",
    until: 24
  },
  {
    flag: "iptables-drop-bit",
    until: 31
  },
  {
    flag: "iptables-masquerade-bit",
    until: 31
  },
  {
    flag: "keep-terminated-pod-volumes",
    until: 31
  },
  {
    flag: "local-storage-capacity-isolation",
    since: 25
  },
  {
    flag: "master-service-namespace",
    until: 27
  },
  {
    flag: "memory-manager-policy",
    since: 21
  },
  {
    flag: "network-plugin",
    until: 24
  },
  {
    flag: "network-plugin-mtu",
    until: 24
  },
  {
    flag: "non-masquerade-cidr",
    until: 24
  },
  {
    flag: "pod-infra-container-image",
    until: 35
  },
  {
    flag: "really-crash-for-testing",
    until: 24
  },
  {
    flag: "register-schedulable",
    until: 34
  },
  {
    flag: "reserved-memory",
    since: 21
  },
  {
    flag: "seccomp-default",
    since: 22
  },
  {
    flag: "seccomp-profile-root",
    until: 23
  },
  {
    flag: "topology-manager-policy-options",
    since: 26
  }
] as const;

export const FLAGS_REPLACED = [
  {
    flag: "low-diskspace-threshold-mb",
    by: "nodefs.available of evictionHard"
  },
  {
    flag: "outofdisk-transition-frequency",
    by: "evictionPressureTransitionPeriod"
  },
  {
    flag: "maximum-dead-containers",
    by: "evictionHard or evictionSoft"
  },
  {
    flag: "maximum-dead-containers-per-container",
    by: "evictionHard or evictionSoft"
  },
  {
    flag: "minimum-container-ttl-duration",
    by: "evictionHard or evictionSoft"
  },
  {
    flag: "experimental-kernel-memcg-notification",
    by: "kernelMemcgNotification"
  }
] as const;
