import { useEffect, useState } from "preact/hooks";
import { useModal } from "../controls/modal.ts";
import { useModel } from "../state/context.ts";
import { Palette, type PaletteEntry } from "./palette.ts";
import { GROUPS, NO_MATCH, PALETTE, PALETTE_KEYS } from "./words.ts";

/** Searches pods, events, signals, actions and examples; arrows choose, Enter goes there. */
export function PaletteDialog() {
  const palette = useModel(Palette);
  return palette.isOpen.value ? <Opened palette={palette} /> : null;
}

function Opened({ palette }: { readonly palette: Palette }) {
  const dialog = useModal();
  const [chosen, setChosen] = useState(0);
  const found = palette.found();
  const at = Math.min(chosen, found.length - 1);
  const act = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    dialog.current?.close();
    entry.act();
  };
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter") act(found[at]);
    else if (by === 0) return;
    else setChosen((at + by + found.length) % Math.max(found.length, 1));
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={PALETTE}
      onClose={() => {
        palette.isOpen.value = false;
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-label={PALETTE}
        aria-activedescendant={found.length === 0 ? undefined : `palette-${at}`}
        placeholder={PALETTE}
        value={palette.search.value}
        onInput={({ currentTarget }) => {
          palette.search.value = currentTarget.value;
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <p class="quiet palette-keys">{PALETTE_KEYS}</p>
      <Found found={found} at={at} onAct={act} />
      <p class="quiet" role="status">
        {found.length === 0 && NO_MATCH}
      </p>
    </dialog>
  );
}

interface FoundProps {
  readonly found: readonly PaletteEntry[];
  readonly at: number;
  readonly onAct: (entry: PaletteEntry) => void;
}

function Found({ found, at, onAct }: FoundProps) {
  useEffect(() => {
    document.getElementById(`palette-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const names = [...new Set(found.map(({ group }) => group))];
  return (
    <div role="listbox" id="palette-list" aria-label={PALETTE} class="palette-list">
      {names.map((name) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and a fieldset is none.
        <div key={name} role="group" aria-label={GROUPS[name]}>
          <p class="quiet" aria-hidden="true">
            {GROUPS[name]}
          </p>
          {found.map((entry, index) =>
            entry.group === name ? (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
              <div
                key={`${index} ${entry.title}`}
                id={`palette-${index}`}
                role="option"
                aria-selected={index === at}
                onClick={() => onAct(entry)}
              >
                {entry.title} {entry.note !== undefined && <span class="quiet">{entry.note}</span>}
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  );
}
