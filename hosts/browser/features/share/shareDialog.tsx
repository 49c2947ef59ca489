import { useEffect, useRef, useState } from "preact/hooks";
import { formatBytes, formatCount, plural } from "../../../../analysis/text/amount.ts";
import { useModal } from "../../controls/modal.ts";
import { SHARE_ICON, ShortLabel } from "../../controls/shortLabel.tsx";
import type { SharedCapture } from "../../session/protocol.ts";
import { useModel, useStore } from "../../state/context.ts";
import { Embed } from "./embed.tsx";
import { Sharing } from "./sharing.ts";
import {
  ASK_FIRST,
  ASKED_FIRST,
  contentText,
  DOWNLOAD,
  fileText,
  LEADS_HERE,
  namesText,
  TITLE,
  tooLongText,
} from "./words.ts";

/** Characters of an address that messages, proxies and browsers all let through. */
const LINK_MAX = 32_768;

export function ShareButton() {
  const { capture } = useStore();
  const sharing = useModel(Sharing);
  return (
    <>
      <button type="button" aria-disabled={capture.value === null} onClick={() => sharing.open()}>
        <ShortLabel icon={SHARE_ICON}>Share…</ShortLabel>
      </button>
      {sharing.isOpen.value && <ShareDialog />}
    </>
  );
}

function ShareDialog() {
  const scenario = useStore().scenario();
  const sharing = useModel(Sharing);
  const dialog = useModal();
  const { isAnonymous, shared, problem } = sharing;
  return (
    <dialog
      ref={dialog}
      class="share"
      aria-labelledby="share-title"
      onClose={() => (sharing.isOpen.value = false)}
    >
      <h2 id="share-title">{TITLE}</h2>
      <p>{contentText(scenario)}</p>
      <label class="switch">
        <input
          type="checkbox"
          checked={isAnonymous.value}
          aria-describedby="share-anonymous"
          onChange={({ currentTarget }) => sharing.setAnonymous(currentTarget.checked)}
        />
        Anonymize
      </label>
      <p class="quiet" id="share-anonymous">
        {namesText(isAnonymous.value, scenario)}
      </p>
      <AsksFirst />
      <div class="share-result" aria-live="polite">
        {problem.value !== null && <p class="notice failure">{problem.value}</p>}
        {problem.value === null && shared.value === null && <Compressing />}
        {shared.value !== null && <Result shared={shared.value} />}
      </div>
      <p class="share-end">
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  );
}

function Compressing() {
  const { progress } = useModel(Sharing);
  if (progress.value === null) {
    return (
      <p class="compressing">
        <span aria-hidden="true">Compressing…</span>
        <progress aria-label="Compressing" />
      </p>
    );
  }
  const { done, total } = progress.value;
  return (
    <p class="compressing">
      <span aria-hidden="true">
        Compressing: {formatCount(done)} of {plural(total, "step")}
      </span>
      <progress aria-label="Compressing" value={done} max={total} />
    </p>
  );
}

/** For teachers: a link that is a question first. */
function AsksFirst() {
  const sharing = useModel(Sharing);
  return (
    <>
      <label class="switch">
        <input
          type="checkbox"
          checked={sharing.asksFirst.value}
          aria-describedby="share-asks"
          onChange={({ currentTarget }) => sharing.setAsksFirst(currentTarget.checked)}
        />
        {ASK_FIRST}
      </label>
      <p class="quiet" id="share-asks">
        {ASKED_FIRST}
      </p>
    </>
  );
}

function Result({ shared }: { readonly shared: SharedCapture }) {
  const { capture, example } = useStore();
  const sharing = useModel(Sharing);
  const { fragment, file } = shared;
  const address = fragment === null ? null : sharing.addressOf(fragment);
  const fits = address !== null && address.length <= LINK_MAX;
  return (
    <>
      {fits && <Link address={address} />}
      {fits && <Embed address={address} title={example.value?.title ?? "Plimsoll playground"} />}
      {!fits && <p class="notice">{tooLongText(address?.length ?? null, LINK_MAX)}</p>}
      <Download
        file={file}
        name={sharing.isAnonymous.peek() ? "anonymous" : (capture.peek()?.name ?? "capture")}
      />
    </>
  );
}

function Link({ address }: { readonly address: string }) {
  const field = useRef<HTMLInputElement>(null);
  const sharing = useModel(Sharing);
  const copy = () => {
    field.current?.select();
    sharing.copy(address);
  };
  return (
    <>
      <div class="share-link">
        <input
          ref={field}
          type="text"
          readOnly
          aria-label="Link"
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <button type="button" class="primary" onClick={copy}>
          {sharing.isCopied.value ? "Copied" : "Copy link"}
        </button>
      </div>
      <p class="quiet">
        {formatCount(address.length)} of {formatCount(LINK_MAX)} characters.{" "}
        {isHere() && LEADS_HERE}
      </p>
    </>
  );
}

function Download({ file, name }: { readonly file: Blob; readonly name: string }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const address = URL.createObjectURL(file);
    setAddress(address);
    return () => URL.revokeObjectURL(address);
  }, [file]);
  const stem = name.replace(/(?:\.plimsoll)?(?:\.(?:ndjson|jsonl|gz))*$/, "");
  return (
    <p>
      <a href={address} download={`${stem}.plimsoll.ndjson.gz`}>
        {DOWNLOAD}
      </a>{" "}
      <span class="quiet">{fileText(`${formatBytes(file.size)}B`)}</span>
    </p>
  );
}

/** A page that a program on this machine serves. */
function isHere(): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(document.location.hostname);
}
