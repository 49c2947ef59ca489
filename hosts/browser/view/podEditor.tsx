import type { RankedPod, UsageParts } from "../../shared/decision.ts";
import { usePlayground } from "./context.ts";

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
      <label>
        <span>Priority</span>
        <input
          type="number"
          value={change.priority ?? row.priority}
          onChange={({ currentTarget }) => {
            const priority = currentTarget.valueAsNumber;
            podChanges.change(uid, { priority: Number.isInteger(priority) ? priority : undefined });
          }}
        />
      </label>
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
        <label key={resource}>
          <span>
            {part.name}: {resource} request
          </span>
          <input
            type="text"
            inputMode="text"
            spellcheck={false}
            placeholder="none"
            value={podChanges.of(uid).containers?.[part.name]?.[resource] ?? quantity ?? ""}
            onChange={({ currentTarget }) =>
              podChanges.changeContainer(uid, part.name, {
                [resource]: currentTarget.value.trim(),
              })
            }
          />
        </label>
      ))}
    </>
  );
}
