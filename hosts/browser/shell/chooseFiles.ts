import type { Store } from "../state/store.ts";
import { documentsOfFolder } from "./folders.ts";

/** Asks for files with the dialog of the browser, and opens them. */
export function chooseFiles(store: Store): void {
  choose((files) => store.open(files.map((file) => ({ name: file.name, content: file }))));
}

/** Asks for a folder, and opens it with all that is in it. */
export function chooseFolder(store: Store): void {
  choose((files) => store.open(documentsOfFolder(files)), true);
}

function choose(open: (files: readonly File[]) => void, isFolder = false): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.webkitdirectory = isFolder;
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) open(files);
  });
  input.click();
}
