import type { Store } from "../state/store.ts";

/** Asks for files with the dialog of the browser, and opens them. */
export function chooseFiles(store: Store): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    if (files.length === 0) return;
    store.open(files.map((file) => ({ name: file.name, content: file })));
  });
  input.click();
}
