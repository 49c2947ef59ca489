/** The message of an evicted pod, with pseudonyms. */
import { quantityValue } from "../../../read/kubelet/validation/quantity.ts";
import { compact } from "../../../read/messages/compactText.ts";
import { MESSAGE_LENGTH_MAX } from "../../../read/messages/message.ts";
import { RESOURCES } from "../../../read/messages/resources.ts";
import { type Sentence, sentencesOf } from "../../../read/messages/sentence.ts";
import type { NameKind } from "../reduce/shape.ts";

const SLOT = /\{(\w+)\}/g;

type Named = (kind: NameKind, name: string) => string;

/**
 * Writes the kubelet's own sentences of a text again, with pseudonyms for names and with only the
 * amounts, resources and conditions that Kubernetes has; nothing between the sentences is kept.
 * Returns null for a text without such a sentence.
 */
export function anonymousMessage(text: string, named: Named): string | null {
  const { found } = sentencesOf(compact(text.slice(0, MESSAGE_LENGTH_MAX)));
  if (found.length === 0) return null;
  return found.map((sentence) => `${written(sentence, named)}. `).join("");
}

function written({ form, values }: Sentence, named: Named): string {
  return form.text.replace(SLOT, (_, slot: string) => {
    const value = values[slot] ?? "";
    if (slot === "name") return named(form.part === "pod" ? "pod" : "container", value);
    if (slot === "volume") return named("volume", value);
    if (slot === "conditions") return `[${value}]`;
    if (slot === "resource") return RESOURCES.some(({ name }) => name === value) ? value : "other";
    const bytes = quantityValue(value);
    const amount = bytes === undefined ? "0" : value;
    return slot === "goQuantity" ? `{{${bytes ?? 0} 0} {<nil>} ${amount} BinarySI}` : amount;
  });
}
