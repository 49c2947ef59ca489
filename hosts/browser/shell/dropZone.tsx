import { useEffect, useState } from "preact/hooks";
import { useStore } from "../state/context.ts";
import { FEATURES } from "./features.ts";
import { droppedEntries, openEntries } from "./folders.ts";
import { Views } from "./views.ts";
import { DROP } from "./words.ts";

/** Takes what is dropped anywhere on the page, and what is pasted outside a text field. */
export function DropZone() {
  const store = useStore();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const sharing = store.model(FEATURES.share.model);
    const open = (transfer: DataTransfer | null) => {
      const text = transfer?.getData("text/plain") ?? "";
      if (sharing.isLink(text.trim())) return void sharing.openLink(text.trim());
      const entries = transfer === null ? [] : droppedEntries(transfer);
      if (entries.some(({ isDirectory }) => isDirectory)) return void openEntries(store, entries);
      const files = [...(transfer?.files ?? [])];
      if (files.length === 0) return store.model(Views).answerText(text);
      store.open(files.map((file) => ({ name: file.name, content: file })));
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

function isTextField(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
