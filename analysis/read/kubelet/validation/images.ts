/** The rules about images: how old they get, how many are pulled at a time, whose are trusted. */
import { durationText, quoted } from "./goText.ts";
import { imagePatternErrors } from "./imagePattern.ts";
import { INVALID, type RuleError, row, type ValidationRule, when } from "./rule.ts";
import type { Settings } from "./settings.ts";

export function imageAgeRules(): ValidationRule[] {
  const path = "imageMaximumGCAge";
  return [
    {
      ...row("imageMinimumGCAge", (settings) => {
        const age = settings.duration("imageMinimumGCAge");
        const text = durationText(age);
        return when(age < 0n, `${INVALID}imageMinimumGCAge ${text} must not be negative`);
      }),
      since: 36,
    },
    {
      ...row(path, (settings) => {
        const option = settings.release >= 30 ? "imageMaximumGCAge" : "ImageMaximumGCAge";
        return when(
          settings.duration(path) !== 0n && !settings.isGateOn("ImageMaximumGCAge"),
          `${INVALID}ImageMaximumGCAge feature gate is required for Kubelet configuration option ` +
            option,
        );
      }),
      since: 29,
    },
    {
      ...row(path, (settings) => {
        const age = settings.duration(path);
        const least = settings.duration("imageMinimumGCAge");
        const text = `${INVALID}imageMaximumGCAge ${durationText(age)}`;
        return [
          ...when(age < 0n, `${text} must not be negative`),
          ...when(
            age > 0n && age <= least,
            `${text} must be greater than imageMinimumGCAge ${durationText(least)}`,
          ),
        ];
      }),
      since: 29,
    },
  ];
}

export function parallelPullRules(): ValidationRule[] {
  const path = "maxParallelImagePulls";
  const pulls = (settings: Settings) => (settings.isGiven(path) ? settings.number(path) : 1);
  return [
    {
      ...row(path, (settings) =>
        when(pulls(settings) < 1, `${INVALID}${path} ${pulls(settings)} must be a positive number`),
      ),
      since: 27,
    },
    {
      ...row(path, (settings) => {
        const given = settings.isGiven("serializeImagePulls");
        // Only a pull at a time is serialized when nothing is said about it.
        const serialized = given && settings.isOn("serializeImagePulls");
        return when(
          serialized && pulls(settings) > 1,
          `${INVALID}${path} cannot be larger than 1 unless SerializeImagePulls ` +
            "(--serialize-image-pulls) is set to false",
        );
      }),
      since: 27,
    },
  ];
}

export function imagePullErrors(settings: Settings): readonly (string | RuleError)[] {
  const path = "imagePullCredentialsVerificationPolicy";
  const allowlist = "preloadedImagesVerificationAllowlist";
  const patterns = settings.texts(allowlist);
  const about = (message: string): RuleError => ({ path: allowlist, message });
  if (!settings.isGateOn("KubeletEnsureSecretPulledImages")) {
    const off = "must not be set if KubeletEnsureSecretPulledImages feature gate is not enabled";
    return [
      ...when(settings.isFilled(path), `${INVALID}\`${path}\` ${off}`),
      ...when(patterns.length > 0, `${INVALID}\`${allowlist}\` ${off}`).map(about),
    ];
  }
  // A gate that is off by default keeps its member from being defaulted in the tables.
  const policy = settings.text(path) || "NeverVerifyPreloadedImages";
  const allowed = [
    "NeverVerify",
    "NeverVerifyPreloadedImages",
    "NeverVerifyAllowlistedImages",
    "AlwaysVerify",
  ];
  const options =
    '"NeverVerify", "NeverVerifyPreloadedImages", "NeverVerifyAllowlistedImages" or "AlwaysVerify"';
  const unknown = when(
    !allowed.includes(policy),
    `${INVALID}option ${quoted(policy)} specified for ${path}. Valid options are ${options}`,
  );
  if (patterns.length > 0 && policy !== "NeverVerifyAllowlistedImages") {
    const misplaced =
      `${INVALID}can't set \`${allowlist}\` if \`imagePullCredentialsVertificationPolicy\` ` +
      'is not "NeverVerifyAllowlistedImages"';
    return [...unknown, about(misplaced)];
  }
  const wrong = imagePatternErrors(patterns, settings.release).slice(0, 1);
  const context = `${INVALID}invalid image pattern in \`${allowlist}\`: `;
  return [...unknown, ...wrong.map((reason) => about(context + reason))];
}
