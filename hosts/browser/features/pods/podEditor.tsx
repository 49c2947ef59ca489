import { useId, useState } from "preact/hooks";
import type { RankedPod, UsageParts } from "../../../../analysis/engine/decision.ts";
import { useModel } from "../../state/context.ts";
import { PodChanges } from "./podChanges.ts";
import { HOLDS, TAKE_BACK, TITLE, usageLabel } from "./words.ts";

const USAGE_PERCENT_MAX = 300;

/** What if the pod had asked for more, mattered more, or used less? */
export function PodEditor({ row }: { readonly row: RankedPod }) {
  const podChanges = useModel(PodChanges);
  const { uid } = row;
  const change = podChanges.of(uid);
  const containers = row.parts.filter(({ kind }) => kind !== "volume");
  const percent = change.usagePercent ?? 100;
  return (
    <fieldset class="editor">
      <legend>{TITLE}</legend>
      <Field
        label="Priority"
        inputMode="numeric"
        value={String(change.priority ?? row.priority)}
        uid={uid}
        onDone={(text, field) => podChanges.setPriority(uid, field, text)}
      />
      {containers.map((part) => (
        <ContainerRequests key={part.name} uid={uid} part={part} />
      ))}
      <label>
        <span>{usageLabel(percent)}</span>
        <input
          type="range"
          min={0}
          max={USAGE_PERCENT_MAX}
          step={5}
          value={percent}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.valueAsNumber;
            podChanges.setUsage(uid, chosen === 100 ? null : chosen);
          }}
        />
      </label>
      <p class="quiet">{HOLDS}</p>
      {podChanges.count.value > 0 && (
        <button type="button" onClick={() => podChanges.reset()}>
          {TAKE_BACK}
        </button>
      )}
    </fieldset>
  );
}

interface FieldProps {
  readonly uid: string;
  readonly label: string;
  readonly inputMode: "numeric" | "text";
  readonly value: string;
  readonly onDone: (text: string, field: string) => void;
}

/** What is being written stays as it is, whatever is decided meanwhile, and when it is refused. */
function Field({ uid, label, inputMode, value, onDone }: FieldProps) {
  const podChanges = useModel(PodChanges);
  const [draft, setDraft] = useState<string | null>(null);
  const id = useId();
  const refused = podChanges.refused.value;
  const isRefused = refused?.uid === uid && refused.field === label;
  const shown = draft ?? (isRefused ? refused.text : value);
  return (
    <label>
      <span>{label}</span>
      <input
        type="text"
        inputMode={inputMode}
        spellcheck={false}
        placeholder="none"
        value={shown}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? id : undefined}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onChange={({ currentTarget }) => {
          setDraft(null);
          onDone(currentTarget.value, label);
        }}
        onBlur={() => setDraft(null)}
      />
      {isRefused && (
        <span class="field-problem" id={id} role="alert">
          {refused.sentence}
        </span>
      )}
    </label>
  );
}

interface ContainerRequestsProps {
  readonly uid: string;
  readonly part: UsageParts;
}

function ContainerRequests({ uid, part }: ContainerRequestsProps) {
  const podChanges = useModel(PodChanges);
  const requests = [
    ["memory", part.memoryRequest],
    ["ephemeral-storage", part.ephemeralStorageRequest],
  ] as const;
  return (
    <>
      {requests.map(([resource, quantity]) => (
        <Field
          key={resource}
          uid={uid}
          label={`${part.name}: ${resource} request`}
          inputMode="text"
          value={podChanges.of(uid).containers?.[part.name]?.[resource] ?? quantity ?? ""}
          onDone={(text, field) =>
            podChanges.setRequest(uid, part.name, { [resource]: text.trim() }, field)
          }
        />
      ))}
    </>
  );
}
