import { usePlayground } from "./context.ts";

/** Closed loop on or off, and what is assumed when it is on. */
export function WhatIf() {
  const playground = usePlayground();
  return (
    <div class="what-if">
      <label class="switch">
        <input
          type="checkbox"
          checked={playground.whatIf.value}
          aria-describedby="assumption"
          onChange={({ currentTarget }) => playground.setWhatIf(currentTarget.checked)}
        />
        What if evicted pods stay gone?
      </label>
      <p class="quiet" id="assumption">
        Off, every step sees what was recorded, whatever this policy evicted before. On, a pod this
        policy evicts is gone from the records that follow, and what it used is available again,
        until the recording itself shows it gone. Nothing comes back in its place.
      </p>
    </div>
  );
}
