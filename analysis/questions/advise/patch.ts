/** Advice as a part of a KubeletConfiguration, each member with its reason. */
import { Document, isMap, isScalar, parse } from "yaml";
import type { Verified } from "./verification.ts";

/** Members of a configuration that advice changes. */
const MEMBERS = [
  "evictionHard",
  "evictionSoft",
  "evictionSoftGracePeriod",
  "evictionMaxPodGracePeriod",
  "evictionPressureTransitionPeriod",
  "kubeReserved",
  "systemReserved",
];
const COLUMNS = 76;

/** `configuration` has all changes; maps are written whole: naming one member wipes the others. */
export function patchOf(
  configuration: string,
  changes: readonly Verified[],
  notes: readonly string[],
): string {
  const changed: Record<string, unknown> = parse(configuration);
  const named = MEMBERS.filter((name) =>
    changes.some(({ member, further }) =>
      [member, ...further.map((each) => each.member)].some((each) => isOf(each, name)),
    ),
  );
  const document = new Document({
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    ...Object.fromEntries(named.map((name) => [name, changed[name]])),
  });
  document.commentBefore = comment(notes);
  for (const { key } of isMap(document.contents) ? document.contents.items : []) {
    if (!isScalar(key)) continue;
    const of = changes.filter(({ member }) => isOf(member, String(key.value)));
    const beside = changes.flatMap(({ member: own, further }) =>
      further
        .filter(({ member }) => isOf(member, String(key.value)))
        .map(({ member, to }) => `${member}: ${to}, with ${own}.`),
    );
    const texts = of.flatMap(({ member, from, to, reason, verification }) => [
      `${member}: ${from ?? "not set"} -> ${to}. ${reason}`,
      ...verification,
    ]);
    texts.push(...beside);
    if (texts.length > 0) key.commentBefore = comment(texts);
  }
  return document.toString({ lineWidth: 0 });
}

function isOf(member: string, name: string): boolean {
  return member === name || member.startsWith(`${name}.`);
}

/** No text of a document can end a comment: it keeps no line break. */
function comment(texts: readonly string[]): string {
  return texts.flatMap((text) => folded(text).map((line) => ` ${line}`)).join("\n");
}

function folded(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/[\s\p{Cc}\p{Bidi_Control}]+/u)) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > COLUMNS) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
