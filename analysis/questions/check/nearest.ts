/** Letters that may differ in a name that was meant. */
const DISTANCE_MAX = 3;

/** The name that was probably meant; undefined when none is near. */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const lower = written.toLowerCase();
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(lower, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.min(DISTANCE_MAX, written.length / 2))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return ranked[0]?.name;
}

/** Letters to insert, to delete or to exchange. */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > DISTANCE_MAX) return DISTANCE_MAX + 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const exchanged = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
