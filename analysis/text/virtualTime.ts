/** A moment of a scenario as people read it: `+1h02m`, `+4m05s`. */
export function virtualTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = whole % 60;
  if (hours > 0)
    return `+${hours}h${twoDigits(minutes)}m${rest === 0 ? "" : `${twoDigits(rest)}s`}`;
  if (minutes > 0) return `+${minutes}m${twoDigits(rest)}s`;
  return `+${rest}s`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
