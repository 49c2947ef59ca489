/** The rules about periods: of processor quotas, of the node's shutdown, of restarts. */
import { floatText } from "./goText.ts";
import {
  held,
  INVALID,
  MILLISECOND,
  type RuleError,
  row,
  SECOND,
  type ValidationRule,
  when,
} from "./rule.ts";
import type { Settings } from "./settings.ts";

export function quotaPeriodRules(): ValidationRule[] {
  const path = "cpuCFSQuotaPeriod";
  const gate = "CustomCPUCFSQuotaPeriod";
  return [
    row(path, (settings) => {
      const flag = settings.release >= 24 ? " (--cpu-cfs-quota-period)" : "";
      const period = settings.duration(path);
      return when(
        !settings.isGateOn(gate) && period !== 100n * MILLISECOND,
        `${INVALID}${path}${flag} ${held(period)} requires feature gate ${gate}`,
      );
    }),
    row(path, (settings) => {
      const period = settings.duration(path);
      const [least, unit] = settings.release >= 26 ? [MILLISECOND, "1ms"] : [1000n, "1usec"];
      return when(
        settings.isGateOn(gate) && (period < least || period > SECOND),
        `${INVALID}${path} (--cpu-cfs-quota-period) ${held(period)} must be between ${unit} ` +
          "and 1sec, inclusive",
      );
    }),
  ];
}

export function shutdownRules(): ValidationRule[] {
  const path = "shutdownGracePeriod";
  const byPriority = "shutdownGracePeriodByPodPriority";
  const isAnyGiven = (settings: Settings) =>
    settings.duration(path) > 0n || settings.duration(`${path}CriticalPods`) > 0n;
  return [
    row(path, shutdownErrors),
    row(path, (settings) => {
      const names =
        settings.release >= 24
          ? "specifying shutdownGracePeriod or shutdownGracePeriodCriticalPods"
          : "Specifying ShutdownGracePeriod or ShutdownGracePeriodCriticalPods";
      return when(
        isAnyGiven(settings) && !settings.isGateOn("GracefulNodeShutdown"),
        `${INVALID}${names} requires feature gate GracefulNodeShutdown`,
      );
    }),
    {
      ...row(byPriority, (settings) => {
        const gate = "GracefulNodeShutdownBasedOnPodPriority";
        if (settings.list(byPriority).length === 0) return [];
        if (!settings.isGateOn(gate)) {
          return [`${INVALID}Specifying ${byPriority} requires feature gate ${gate}`];
        }
        return when(
          isAnyGiven(settings),
          `${INVALID}Cannot specify both ${byPriority} and ${path} at the same time`,
        );
      }),
      since: 23,
    },
  ];
}

function shutdownErrors(settings: Settings): readonly (string | RuleError)[] {
  if (!settings.isGateOn("GracefulNodeShutdown")) return [];
  const path = "shutdownGracePeriod";
  const critical = `${path}CriticalPods`;
  const whole = settings.duration(path);
  const part = settings.duration(critical);
  if (settings.release < 24) return oldShutdownErrors(whole, part);
  const isTooShort = (period: bigint) => period < 0n || (period > 0n && period < SECOND);
  const short = "must be either zero or otherwise >= 1 sec";
  return [
    ...when(part > whole, `${INVALID}${critical} ${held(part)} must be <= ${path} ${held(whole)}`),
    ...when(isTooShort(whole), `${INVALID}${path} ${held(whole)} ${short}`),
    ...when(isTooShort(part), `${INVALID}${critical} ${held(part)} ${short}`),
  ];
}

function oldShutdownErrors(whole: bigint, part: bigint): readonly string[] {
  const [first, second] = ["ShutdownGracePeriod", "ShutdownGracePeriodCriticalPods"];
  const isTooShort = (period: bigint) => period > 0n && period < SECOND;
  const short = "must be either zero or otherwise >= 1 sec";
  return [
    ...when(
      whole < 0n || part < 0n || part > whole,
      `${INVALID}${first} ${held(whole)} must be >= 0, ${second} ${held(part)} must be >= 0, ` +
        `and ${second} ${held(part)} must be <= ${first} ${held(whole)}`,
    ),
    ...when(isTooShort(whole), `${INVALID}${first} ${held(whole)} ${short}`),
    ...when(isTooShort(part), `${INVALID}${second} ${held(part)} ${short}`),
  ];
}

export function crashLoopErrors(settings: Settings): readonly string[] {
  const path = "crashLoopBackOff.maxContainerRestartPeriod";
  const name = "CrashLoopBackOff.MaxContainerRestartPeriod";
  if (!settings.isGiven(path)) return [];
  const gate = "FeatureGate KubeletCrashLoopBackOffMax not enabled";
  if (!settings.isGateOn("KubeletCrashLoopBackOffMax")) {
    return [`${INVALID}${gate}, ${name} must not be set`];
  }
  const period = settings.duration(path);
  const milliseconds = period / MILLISECOND;
  const seconds = floatText(Number(period / SECOND) + Number(period % SECOND) / 1e9);
  return when(
    milliseconds < 1000n || milliseconds > 300_000n,
    `${INVALID}${name} (got: ${seconds} seconds) must be set between 1s and 300s`,
  );
}
