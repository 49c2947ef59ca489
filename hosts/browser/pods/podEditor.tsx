import { useState } from "preact/hooks";
import type { RankedPod, UsageParts } from "../../shared/decision.ts";
import { usePlayground } from "../view/context.ts";

const USAGE_PERCENT_MAX = 300;

/** What if the pod had asked for more, mattered more, or used less? */
export function PodEditor({ row }: { readonly row: RankedPod }) {
  const { podChanges } = usePlayground();
  const { uid } = row;
  const change = podChanges.of(uid);
  const containers = row.parts.filter(({ kind }) => kind !== "volume");
  const percent = change.usagePercent ?? 100;
  return (
    <fieldset class="editor">
      <legend>What if it were different?</legend>
      <Field
        label="Priority"
        inputMode="numeric"
        value={String(change.priority ?? row.priority)}
        onDone={(text) => {
          const priority = text === "" ? Number.NaN : Number(text);
          podChanges.change(uid, { priority: Number.isInteger(priority) ? priority : undefined });
        }}
      />
      {containers.map((part) => (
        <ContainerRequests key={part.name} uid={uid} part={part} />
      ))}
      <label>
        <span>Usage, {percent}% of the capture's</span>
        <input
          type="range"
          min={0}
          max={USAGE_PERCENT_MAX}
          step={5}
          value={percent}
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.valueAsNumber;
            podChanges.change(uid, { usagePercent: chosen === 100 ? undefined : chosen });
          }}
        />
      </label>
      <p class="quiet">
        The change holds in every step. What the node itself has available stays as recorded.
      </p>
      {podChanges.count.value > 0 && (
        <button type="button" onClick={() => podChanges.reset()}>
          Take all changes back
        </button>
      )}
    </fieldset>
  );
}

interface FieldProps {
  readonly label: string;
  readonly inputMode: "numeric" | "text";
  readonly value: string;
  readonly onDone: (text: string) => void;
}

/** What is being written stays as it is, whatever is decided meanwhile. */
function Field({ label, inputMode, value, onDone }: FieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <label>
      <span>{label}</span>
      <input
        type="text"
        inputMode={inputMode}
        spellcheck={false}
        placeholder="none"
        value={draft ?? value}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onChange={({ currentTarget }) => {
          setDraft(null);
          onDone(currentTarget.value);
        }}
        onBlur={() => setDraft(null)}
      />
    </label>
  );
}

interface ContainerRequestsProps {
  readonly uid: string;
  readonly part: UsageParts;
}

function ContainerRequests({ uid, part }: ContainerRequestsProps) {
  const { podChanges } = usePlayground();
  const requests = [
    ["memory", part.memoryRequest],
    ["ephemeral-storage", part.ephemeralStorageRequest],
  ] as const;
  return (
    <>
      {requests.map(([resource, quantity]) => (
        <Field
          key={resource}
          label={`${part.name}: ${resource} request`}
          inputMode="text"
          value={podChanges.of(uid).containers?.[part.name]?.[resource] ?? quantity ?? ""}
          onDone={(text) => podChanges.changeContainer(uid, part.name, { [resource]: text.trim() })}
        />
      ))}
    </>
  );
}
