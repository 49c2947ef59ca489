import { durationText, quoted } from "./goText.ts";
import { isZeroQuantity } from "./quantity.ts";
import type { RuleError } from "./rule.ts";
import type { Settings } from "./settings.ts";

const INT32_MAX = 2 ** 31 - 1;
const TOO_LOUD = `Must be <= ${INT32_MAX}`;

/** What each release checks of `logging`, in its order. */
export function loggingErrors(settings: Settings): RuleError[] {
  if (settings.release < 22) return oldFormatErrors(settings);
  return [
    ...(settings.release >= 35 ? flushErrors(settings) : []),
    ...formatErrors(settings),
    ...(settings.release >= 23 ? verbosityErrors(settings) : []),
    ...(settings.release >= 30 ? optionErrors(settings, "text") : []),
    ...(settings.release >= 25 ? optionErrors(settings, "json") : []),
  ];
}

function formatOf(settings: Settings): string {
  return settings.text("logging.format");
}

function oldFormatErrors(settings: Settings): RuleError[] {
  const format = formatOf(settings);
  if (format === "text" || format === "json") return [];
  return [{ path: "logging.format", message: `unsupported log format: ${format}` }];
}

function flushErrors(settings: Settings): RuleError[] {
  const path = "logging.flushFrequency";
  const frequency = settings.duration(path);
  if (frequency > 0n) return [];
  const shown = settings.isText(path) ? quoted(durationText(frequency)) : String(frequency);
  return [invalid(path, shown, "Must be greater than zero")];
}

function formatErrors(settings: Settings): RuleError[] {
  const path = "logging.format";
  const format = formatOf(settings);
  if (format === "text") return [];
  if (format !== "json") return [invalid(path, quoted(format), "Unsupported log format")];
  if (settings.release < 25 || settings.isGateOn("LoggingBetaOptions")) return [];
  return [forbidden(path, "Log format json is disabled, see LoggingBetaOptions feature")];
}

function verbosityErrors(settings: Settings): RuleError[] {
  const path = "logging.verbosity";
  const errors: RuleError[] = [];
  const verbosity = settings.number(path);
  if (verbosity > INT32_MAX) errors.push(invalid(path, String(verbosity), TOO_LOUD));
  const items = settings.list("logging.vmodule");
  const format = formatOf(settings);
  if (items.length > 0 && format !== "" && format !== "text") {
    errors.push(forbidden("logging.vmodule", "Only supported for text log format"));
  }
  for (const [index, item] of items.entries()) {
    const member = (item ?? {}) as { filePattern?: string; verbosity?: number };
    errors.push(...patternErrors(`logging.vmodule[${index}]`, member));
  }
  return errors;
}

function patternErrors(
  path: string,
  item: { readonly filePattern?: string; readonly verbosity?: number },
): RuleError[] {
  const errors: RuleError[] = [];
  const pattern = item.filePattern ?? "";
  const verbosity = item.verbosity ?? 0;
  if (pattern === "") {
    const message = `${path}: Required value: File pattern must not be empty`;
    errors.push({ path, message });
  }
  if (/[=,]/.test(pattern)) {
    const reason = "File pattern must not contain equal sign or comma";
    errors.push(invalid(path, quoted(pattern), reason));
  }
  if (verbosity > INT32_MAX) errors.push(invalid(path, String(verbosity), TOO_LOUD));
  return errors;
}

function optionErrors(settings: Settings, format: "text" | "json"): RuleError[] {
  if (settings.isGateOn("LoggingAlphaOptions")) return [];
  const disabled = "Feature LoggingAlphaOptions is disabled";
  const [split, buffer] = ["splitStream", "infoBufferSize"].map(
    (name) => `logging.options.${format}.${name}`,
  ) as [string, string];
  return [
    ...(settings.isOn(split) ? [forbidden(split, disabled)] : []),
    ...(isZeroQuantity(settings.text(buffer)) ? [] : [forbidden(buffer, disabled)]),
  ];
}

function invalid(path: string, value: string, reason: string): RuleError {
  return { path, message: `${path}: Invalid value: ${value}: ${reason}` };
}

function forbidden(path: string, reason: string): RuleError {
  return { path, message: `${path}: Forbidden: ${reason}` };
}
