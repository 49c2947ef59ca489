import { useEffect, useState } from "preact/hooks";
import type { GivenDocument } from "../../../analysis/read/recognize/given.ts";
import { useStore } from "../state/context.ts";
import { FEATURES } from "./features.ts";
import { DROP, PASTED } from "./words.ts";

/** Takes what is dropped anywhere on the page, and what is pasted outside a text field. */
export function DropZone() {
  const store = useStore();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const sharing = store.model(FEATURES.share.model);
    const open = (transfer: DataTransfer | null) => {
      const link = transfer?.getData("text/plain").trim() ?? "";
      if (sharing.isLink(link)) return void sharing.openLink(link);
      const documents = documentsOf(transfer);
      if (documents.length === 0) return;
      store.open(documents);
    };
    const listening = new AbortController();
    const { signal } = listening;
    const listen = <K extends keyof DocumentEventMap>(
      name: K,
      listener: (event: DocumentEventMap[K]) => void,
    ) => document.addEventListener(name, listener, { signal });
    listen("dragover", (event) => {
      event.preventDefault();
      setOver(true);
    });
    listen("dragleave", (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    listen("drop", (event) => {
      event.preventDefault();
      setOver(false);
      open(event.dataTransfer);
    });
    listen("paste", (event) => {
      if (isTextField(event.composedPath()[0])) return;
      open(event.clipboardData);
    });
    return () => listening.abort();
  }, [store]);
  if (!isOver) return null;
  return (
    <div class="drop">
      <p>{DROP}</p>
    </div>
  );
}

function documentsOf(transfer: DataTransfer | null): readonly GivenDocument[] {
  if (transfer === null) return [];
  const files = [...transfer.files].map((file) => ({ name: file.name, content: file }));
  const text = transfer.getData("text/plain");
  if (files.length > 0 || text.trim() === "") return files;
  return [{ name: PASTED, content: new Blob([text]) }];
}

function isTextField(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
