import { useEffect, useState } from "preact/hooks";

const LATE_MILLISECONDS = 100;

/** Whether something has been so for a moment: what is over at once is not shown. */
export function useLate(isSo: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    setIsLate(false);
    if (!isSo) return;
    const timer = setTimeout(() => setIsLate(true), LATE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isSo]);
  return isSo && isLate;
}
