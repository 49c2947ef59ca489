/** The mark on a ship's hull: a disc, and the line that must not go under. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <circle cx="16" cy="16" r="9.5" />
      <path d="M1 16h30" />
    </svg>
  );
}
