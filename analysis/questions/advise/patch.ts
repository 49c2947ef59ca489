/** Advice as a part of a KubeletConfiguration, each member with its reason. */
import { Document, isMap, isScalar, parse } from "yaml";
import type { RemedyChange } from "../remedy.ts";
import type { AdviceRemedy } from "./remedies.ts";

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
  remedies: readonly AdviceRemedy[],
  notes: readonly string[],
): string {
  const changed: Record<string, unknown> = parse(configuration);
  const named = MEMBERS.filter((name) =>
    remedies.some(({ changes }) => changes.some((change) => isOf(change, name))),
  );
  const document = new Document({
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    ...Object.fromEntries(named.map((name) => [name, changed[name]])),
  });
  document.commentBefore = comment(notes);
  for (const { key } of isMap(document.contents) ? document.contents.items : []) {
    if (!isScalar(key)) continue;
    const texts = remedies.flatMap((remedy) => ownTexts(remedy, String(key.value)));
    texts.push(...remedies.flatMap((remedy) => furtherTexts(remedy, String(key.value))));
    if (texts.length > 0) key.commentBefore = comment(texts);
  }
  return document.toString({ lineWidth: 0 });
}

function ownTexts({ changes: [own], reason, verification }: AdviceRemedy, name: string) {
  if (own === undefined || !isOf(own, name)) return [];
  return [`${settingWords(own)}. ${reason}`, ...verification];
}

function furtherTexts({ changes: [own, ...further] }: AdviceRemedy, name: string) {
  return further
    .filter((change) => isOf(change, name))
    .map(({ member, to }) => `${member}: ${to}, with ${own?.member}.`);
}

/** A member, what it is now and what it becomes. */
export function settingWords({
  member,
  from,
  to,
}: Pick<RemedyChange, "member" | "to"> & { readonly from?: string | null }): string {
  return `${member}: ${from ?? "not set"} -> ${to}`;
}

function isOf({ kind }: RemedyChange, name: string): boolean {
  return kind === name;
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
