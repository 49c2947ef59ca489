import { useId, useRef, useState } from "preact/hooks";
import { withCode } from "../../../../analysis/text/document.ts";
import { Inline } from "../../document/inline.tsx";
import type { AskedAdmission } from "../../session/scenario.ts";
import { useModel } from "../../state/context.ts";
import { Admission } from "./admission.ts";
import { BACK, CHOOSE_FILE, NODE, NODE_HINT, POD, POD_HINT } from "./words.ts";

type Written = Required<AskedAdmission>;

/** The pod that comes and its Node, as manifests: pasted, or a file. */
export function AdmissionQuestion() {
  const admission = useModel(Admission);
  const { asked, refused, isDefault } = admission;
  const [draft, setDraft] = useState<AskedAdmission>({});
  const written: Written = {
    pod: "",
    node: "",
    ...(refused.value?.asked ?? asked.value),
    ...draft,
  };
  const ask = (of: Written) => {
    setDraft({});
    admission.askAbout(of);
  };
  const fieldOf = (name: keyof AskedAdmission) => ({
    name,
    text: written[name],
    onText: (text: string) => setDraft({ ...draft, [name]: text }),
    onFile: (text: string) => ask({ ...written, [name]: text }),
  });
  return (
    <form
      class="asked"
      onSubmit={(event) => {
        event.preventDefault();
        ask(written);
      }}
    >
      <ManifestField {...fieldOf("pod")} label={POD} hint={POD_HINT} />
      <ManifestField {...fieldOf("node")} label={NODE} hint={NODE_HINT} />
      <p class="asked-buttons">
        <button type="submit">Ask</button>
        {(!isDefault.value || refused.value !== null) && (
          <button type="button" onClick={() => ask({ pod: "", node: "" })}>
            {BACK}
          </button>
        )}
      </p>
    </form>
  );
}

interface ManifestFieldProps {
  readonly name: keyof AskedAdmission;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFile: (text: string) => void;
  readonly hint: string;
}

function ManifestField({ name, label, text, onText, onFile, hint }: ManifestFieldProps) {
  const refused = useModel(Admission).refused.value;
  const sentence = refused?.field === name ? refused.sentence : null;
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const described = [`${id}-hint`, ...(sentence === null ? [] : [`${id}-problem`])].join(" ");
  return (
    <div class="asked-field">
      <label for={id}>{label}</label>
      <button
        type="button"
        class="plain"
        aria-label={`${CHOOSE_FILE}: ${label}`}
        onClick={() => chooser.current?.click()}
      >
        {CHOOSE_FILE}
      </button>
      <input
        ref={chooser}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void file.text().then(onFile);
          currentTarget.value = "";
        }}
      />
      <textarea
        id={id}
        spellcheck={false}
        rows={4}
        value={text}
        aria-invalid={sentence !== null}
        aria-describedby={described}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      {sentence !== null && (
        <span class="field-problem" id={`${id}-problem`} role="alert">
          {sentence}
        </span>
      )}
      <p class="quiet" id={`${id}-hint`}>
        <Inline text={withCode(hint)} />
      </p>
    </div>
  );
}
