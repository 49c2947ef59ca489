import { quoted } from "./goText.ts";
import type { RuleError } from "./rule.ts";
import type { Settings } from "./settings.ts";
import { parseUrl } from "./url.ts";

const SAMPLES_MAX = 1_000_000;
const SCHEMES = new Set(["dns", "unix", "unix-abstract"]);
const HELP =
  "Options are none, dns, unix, or unix-abstract.  " +
  "See https://github.com/grpc/grpc/blob/master/doc/naming.md";

export function tracingErrors(settings: Settings): RuleError[] {
  if (settings.release < 34 && !settings.isGateOn("KubeletTracing")) {
    const message =
      "invalid configuration: tracing should not be configured if KubeletTracing feature flag " +
      "is disabled.";
    return settings.isGiven("tracing") ? [{ path: "tracing", message }] : [];
  }
  return [...samplingErrors(settings), ...endpointErrors(settings)];
}

function samplingErrors(settings: Settings): RuleError[] {
  const path = "tracing.samplingRatePerMillion";
  const rate = settings.number(path);
  const start = `${path}: Invalid value: ${rate}: sampling rate`;
  if (rate < 0) return [{ path, message: `${start} must be positive` }];
  if (rate <= SAMPLES_MAX) return [];
  return [{ path, message: `${start} per million must be less than or equal to one million` }];
}

function endpointErrors(settings: Settings): RuleError[] {
  const path = "tracing.endpoint";
  if (!settings.isGiven(path)) return [];
  const written = settings.text(path);
  const endpoint = written.includes("//") ? written : `dns://${written}`;
  const start = `${path}: Invalid value: ${quoted(endpoint)}: `;
  const parsed = parseUrl(endpoint);
  if ("error" in parsed) return [{ path, message: start + parsed.error }];
  const { scheme } = parsed.value;
  if (SCHEMES.has(scheme)) return [];
  return [{ path, message: `${start}unsupported scheme: ${scheme}.  ${HELP}` }];
}
