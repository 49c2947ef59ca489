/**
 * The kubelet's general validation (ValidateKubeletConfiguration), one row for each of its checks,
 * in its order and its words. A row holds for the releases from `since` to `until`.
 */
import { floatText, quoted, quotedList } from "./goText.ts";
import { imageAgeRules, imagePullErrors, parallelPullRules } from "./images.ts";
import { loggingErrors } from "./logging.ts";
import { crashLoopErrors, quotaPeriodRules, shutdownRules } from "./periods.ts";
import { podLogsRules } from "./podLogs.ts";
import { reservedCpuErrors, reservedMemoryErrors } from "./reserved.ts";
import {
  INVALID,
  isPort,
  notNegative,
  row,
  rule,
  SECOND,
  type ValidationRule,
  when,
  within,
} from "./rule.ts";
import type { Settings } from "./settings.ts";
import { sysctlErrors } from "./sysctls.ts";
import { taintErrors } from "./taints.ts";
import { tracingErrors } from "./tracing.ts";

/** The place of the engine's own errors about enforceNodeAllocatable among the others. */
export const ENFORCEMENT = "enforceNodeAllocatable";

export const RULES: readonly ValidationRule[] = [
  rule("nodeLeaseDurationSeconds", (_, value) =>
    when(value <= 0, `${INVALID}nodeLeaseDurationSeconds must be greater than 0`),
  ),
  row("systemCgroups", (settings) =>
    when(
      settings.text("systemCgroups") !== "" && settings.text("cgroupRoot") === "",
      `${INVALID}systemCgroups (--system-cgroups) was specified and cgroupRoot (--cgroup-root) ` +
        "was not specified",
    ),
  ),
  notNegative("eventBurst", "--event-burst"),
  notNegative("eventRecordQPS", "--event-qps"),
  rule("healthzPort", (_, port) =>
    when(
      port !== 0 && !isPort(port),
      `${INVALID}healthzPort (--healthz-port) ${port} must be between 1 and 65535, inclusive`,
    ),
  ),
  ...quotaPeriodRules(),
  within("imageGCHighThresholdPercent", "--image-gc-high-threshold", 0, 100),
  within("imageGCLowThresholdPercent", "--image-gc-low-threshold", 0, 100),
  rule("imageGCLowThresholdPercent", (settings, low) => {
    const high = settings.number("imageGCHighThresholdPercent");
    return when(
      low >= high,
      `${INVALID}imageGCLowThresholdPercent (--image-gc-low-threshold) ${low} must be less than ` +
        `imageGCHighThresholdPercent (--image-gc-high-threshold) ${high}`,
    );
  }),
  { ...row("defaultPodSysctls", sysctlErrors), since: 37 },
  ...imageAgeRules(),
  within("iptablesDropBit", "--iptables-drop-bit", 0, 31),
  within("iptablesMasqueradeBit", "--iptables-masquerade-bit", 0, 31),
  notNegative("kubeAPIBurst", "--kube-api-burst"),
  notNegative("kubeAPIQPS", "--kube-api-qps"),
  ...versions("nodeStatusMaxImages", 24, (settings, current) => {
    const images = settings.number("nodeStatusMaxImages");
    const value = current ? ` ${images}` : "";
    return when(
      images < -1,
      `${INVALID}nodeStatusMaxImages (--node-status-max-images)${value} must be -1 or greater`,
    );
  }),
  notNegative("maxOpenFiles", "--max-open-files"),
  notNegative("maxPods", "--max-pods"),
  within("oomScoreAdj", "--oom-score-adj", -1000, 1000),
  notNegative("podsPerCore", "--pods-per-core"),
  rule("port", (_, port) =>
    when(!isPort(port), `${INVALID}port (--port) ${port} must be between 1 and 65535, inclusive`),
  ),
  rule("readOnlyPort", (_, port) =>
    when(
      port !== 0 && !isPort(port),
      `${INVALID}readOnlyPort (--read-only-port) ${port} must be between 0 and 65535, inclusive`,
    ),
  ),
  notNegative("registryBurst", "--registry-burst"),
  notNegative("registryPullQPS", "--registry-qps"),
  ...parallelPullRules(),
  row("serverTLSBootstrap", (settings) =>
    when(
      settings.isOn("serverTLSBootstrap") && !settings.isGateOn("RotateKubeletServerCertificate"),
      `${INVALID}serverTLSBootstrap true requires feature gate RotateKubeletServerCertificate`,
    ),
  ),
  ...topologyGateRule("topologyManagerPolicy", "none"),
  {
    ...row("runOnce", (settings) =>
      when(
        settings.isOn("runOnce"),
        `${INVALID}runOnce (--runOnce) true, Runonce mode has been deprecated and should not be ` +
          "set",
      ),
    ),
    since: 32,
  },
  { ...row("registerWithTaints", taintErrors), since: 23 },
  ...versions("topologyManagerPolicy", 24, (settings, current) => {
    const value = settings.text("topologyManagerPolicy");
    const allowed = ["none", "best-effort", "restricted", "single-numa-node"];
    const flag = "topologyManagerPolicy (--topology-manager-policy)";
    return when(
      !allowed.includes(value),
      current
        ? `${INVALID}${flag} ${quoted(value)} must be one of: ${quotedList(allowed)}`
        : `${INVALID}topologyManagerPolicy non-allowable value: ${value}`,
    );
  }),
  ...topologyGateRule("topologyManagerScope", "container"),
  ...versions("topologyManagerScope", 24, (settings, current) => {
    const value = settings.text("topologyManagerScope");
    const flag = "topologyManagerScope (--topology-manager-scope)";
    return when(
      value !== "container" && value !== "pod",
      current
        ? `${INVALID}${flag} ${quoted(value)} must be one of: "container", or "pod"`
        : `${INVALID}topologyManagerScope non-allowable value: ${value}`,
    );
  }),
  ...shutdownRules(),
  ...swapRules(),
  { ...row("crashLoopBackOff.maxContainerRestartPeriod", crashLoopErrors), since: 32 },
  row(ENFORCEMENT, () => []),
  row("hairpinMode", (settings) => {
    const value = settings.text("hairpinMode");
    const allowed = ["none", "hairpin-veth", "promiscuous-bridge"];
    return when(
      !allowed.includes(value),
      `${INVALID}option ${quoted(value)} specified for hairpinMode (--hairpin-mode). ` +
        `Valid options are "none", "hairpin-veth" or "promiscuous-bridge"`,
    );
  }),
  { ...row("imagePullCredentialsVerificationPolicy", imagePullErrors), since: 33 },
  row("reservedSystemCPUs", reservedCpuErrors),
  { ...row("reservedMemory", reservedMemoryErrors), since: 21 },
  { ...row("userNamespaces.idsPerPod", userNamespaceErrors), since: 33 },
  row("showHiddenMetricsForVersion", hiddenMetricsErrors),
  row("logging", loggingErrors),
  { ...row("tracing", tracingErrors), since: 25 },
  ...throttlingRules(),
  { ...row("memoryReservationPolicy", reservationPolicyErrors), since: 36 },
  ...systemLogRules(),
  {
    ...rule("containerLogMaxWorkers", (_, value) =>
      when(value < 1, `${INVALID}containerLogMaxWorkers must be greater than or equal to 1`),
    ),
    since: 30,
  },
  {
    ...row("containerLogMonitorInterval", (settings) =>
      when(
        settings.duration("containerLogMonitorInterval") < 3n * SECOND,
        `${INVALID}containerLogMonitorInterval must be a positive time duration greater than or ` +
          "equal to 3s",
      ),
    ),
    since: 30,
  },
  {
    ...rule("containerLogMaxFiles", (_, value) =>
      when(value <= 1, `${INVALID}containerLogMaxFiles must be greater than 1`),
    ),
    since: 33,
  },
  ...podLogsRules(),
];

/** A check whose words changed with a release. */
function versions(
  path: string,
  changed: number,
  check: (settings: Settings, current: boolean) => readonly string[],
): ValidationRule[] {
  return [row(path, (settings) => check(settings, settings.release >= changed))];
}

function topologyGateRule(path: string, usual: string): ValidationRule[] {
  return [
    {
      ...row(path, (settings) =>
        when(
          settings.text(path) !== usual && !settings.isGateOn("TopologyManager"),
          `${INVALID}${path} ${settings.text(path)} requires feature gate TopologyManager`,
        ),
      ),
      until: 26,
    },
  ];
}

function swapRules(): ValidationRule[] {
  const path = "memorySwap.swapBehavior";
  const check = (settings: Settings): readonly string[] => {
    const value = settings.text(path);
    const old = settings.release < 24;
    if (!settings.isGateOn("NodeSwap")) {
      const name = old ? "MemorySwap.SwapBehavior" : path;
      const off = "cannot be set when NodeSwap feature flag is disabled";
      return when(settings.isFilled(path), `${INVALID}${name} ${off}`);
    }
    const unlimited = settings.release < 30;
    const allowed = ["", "LimitedSwap", unlimited ? "UnlimitedSwap" : "NoSwap"];
    if (allowed.includes(value)) return [];
    if (old) {
      const names = "LimitedSwap, UnlimitedSwap";
      return [`${INVALID}MemorySwap.SwapBehavior ${value} must be one of: ${names}`];
    }
    const names = unlimited
      ? '"", "LimitedSwap", or "UnlimitedSwap"'
      : '"", "LimitedSwap" or "NoSwap"';
    return [`${INVALID}${path} ${quoted(value)} must be one of: ${names}`];
  };
  return [{ ...row(path, check), since: 22 }];
}

function userNamespaceErrors(settings: Settings): readonly string[] {
  const path = "userNamespaces.idsPerPod";
  if (!settings.isGiven(path)) return [];
  const ids = settings.number(path);
  const start = `${INVALID}userNamespaces.idsPerPod must`;
  if (ids < 65536) return [`${start} not be less than 65536`];
  if (ids % 65536 !== 0) return [`${start} be a multiple of 65536`];
  return when(ids > 2 ** 32 - 1, `${start} not be more than 4294967295`);
}

function hiddenMetricsErrors(settings: Settings): readonly string[] {
  const path = "showHiddenMetricsForVersion";
  const value = settings.text(path);
  const previous = `1.${settings.release - 1}`;
  if (value === "" || value === previous) return [];
  if (settings.release >= 36) {
    const reason = `must be omitted or have the value '${previous}'`;
    const found = `invalid ${path}: ${path}: Invalid value: ${quoted(value)}`;
    return [`${found}: ${reason}; only the previous minor version is allowed`];
  }
  return [
    `--show-hidden-metrics-for-version must be omitted or have the value '${previous}'. ` +
      "Only the previous minor version is allowed",
  ];
}

function throttlingRules(): ValidationRule[] {
  const path = "memoryThrottlingFactor";
  return [
    {
      // What was the default up to 1.36 is accepted.
      ...row(path, (settings) =>
        when(
          !settings.isGateOn("MemoryQoS") &&
            settings.isGiven(path) &&
            settings.number(path) !== 0.9,
          `${INVALID}${path} must not be set when MemoryQoS feature gate is disabled`,
        ),
      ),
      since: 37,
    },
    {
      ...row(path, (settings) => {
        const factor = settings.number(path);
        return when(
          settings.isGiven(path) && (factor <= 0 || factor > 1),
          `${INVALID}${path} ${floatText(factor)} must be greater than 0 and less than or equal ` +
            "to 1.0",
        );
      }),
      since: 22,
    },
  ];
}

function reservationPolicyErrors(settings: Settings): readonly string[] {
  const path = "memoryReservationPolicy";
  const policy = settings.text(path);
  const isKnown = policy === "None" || policy === "TieredReservation";
  return [
    ...when(
      policy === "TieredReservation" && !settings.isGateOn("MemoryQoS"),
      `${INVALID}${path} "TieredReservation" requires MemoryQoS feature gate to be enabled`,
    ),
    ...when(
      !isKnown,
      `${INVALID}option ${quoted(policy)} specified for ${path}. Valid options are "None" or ` +
        '"TieredReservation"',
    ),
  ];
}

function systemLogRules(): ValidationRule[] {
  const path = "enableSystemLogQuery";
  return [
    {
      ...row(path, (settings) => {
        const subject = settings.release >= 35 ? path : "enableSystemLogHandler";
        return when(
          settings.isOn(path) && !settings.isGateOn("NodeLogQuery"),
          `${INVALID}NodeLogQuery feature gate is required for ${subject}`,
        );
      }),
      since: 27,
    },
    {
      ...row(path, (settings) =>
        when(
          settings.isOn(path) && !settings.isOn("enableSystemLogHandler"),
          `${INVALID}enableSystemLogHandler is required for enableSystemLogQuery`,
        ),
      ),
      since: 27,
    },
  ];
}
