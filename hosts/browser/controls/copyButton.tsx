import { useEffect, useState } from "preact/hooks";
import { copyText } from "./clipboard.ts";

const COPIED_MILLISECONDS = 2000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

/** Copies a text, and says so for two seconds. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button type="button" onClick={async () => setIsCopied(await copyText(text))}>
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </button>
  );
}
