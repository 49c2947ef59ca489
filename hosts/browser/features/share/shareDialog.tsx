import { useEffect, useRef, useState } from "preact/hooks";
import { formatBytes, formatCount, plural } from "../../../../analysis/text/amount.ts";
import type { SharedCapture } from "../../session/protocol.ts";
import { useModel, useStore } from "../../state/context.ts";
import { Embed } from "./embed.tsx";
import { Sharing } from "./sharing.ts";

/** Characters of an address that messages, proxies and browsers all let through. */
const LINK_MAX = 32_768;
const UNASKED = ", and no manifest that admission is asked about";

export function ShareButton() {
  const { capture } = useStore();
  const sharing = useModel(Sharing);
  return (
    <>
      <button type="button" aria-disabled={capture.value === null} onClick={() => sharing.open()}>
        Share…
      </button>
      {sharing.isOpen.value && <ShareDialog />}
    </>
  );
}

/** Modal: the browser keeps the focus inside, ends it with Esc, and gives the focus back. */
function ShareDialog() {
  const { admission, comparedWith, example } = useStore().scenario();
  const sharing = useModel(Sharing);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { isAnonymous, shared, problem } = sharing;
  const configurations = comparedWith !== undefined ? "both configurations" : "the configuration";
  return (
    <dialog
      ref={dialog}
      class="share"
      aria-labelledby="share-title"
      onClose={() => (sharing.isOpen.value = false)}
    >
      <h2 id="share-title">Share what is on show</h2>
      <p>
        {example === undefined ? "The capture" : "The example's name"}, {configurations}, changed
        pods and the step, in a link, or in a file if a link would be too long. Nothing is sent
        anywhere: everyone who has the link or the file can read all of it.
      </p>
      <label class="switch">
        <input
          type="checkbox"
          checked={isAnonymous.value}
          aria-describedby="share-anonymous"
          onChange={({ currentTarget }) => sharing.setAnonymous(currentTarget.checked)}
        />
        Anonymise
      </label>
      <p class="quiet" id="share-anonymous">
        {isAnonymous.value
          ? "Names and uids of nodes, namespaces, pods, containers and volumes become " +
            "pseudonyms, and of the rest only what the policy reads is kept: no comments, " +
            `labels or images${admission === undefined ? "" : UNASKED}.`
          : `Names stay as they are, and so does the text of ${configurations}; of the capture, ` +
            "only what the policy reads is kept."}
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
        Ask first which pod goes
      </label>
      <p class="quiet" id="share-asks">
        For teachers: decision and ranking are hidden until the reader has picked a pod. Who looks
        into the link can still find them.
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
      {!fits && (
        <p class="notice">
          {address === null
            ? "The capture is too long for a link"
            : `A link would be ${formatCount(address.length)} characters long`}
          , and not everything that passes links on takes more than {formatCount(LINK_MAX)}. Share
          the file: a store it is dropped on shows the same.
        </p>
      )}
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
        {isHere() &&
          "It leads to this machine; elsewhere, paste it into any playground to open it there."}
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
        Download as a file
      </a>{" "}
      <span class="quiet">({formatBytes(file.size)}B, also for plimsoll replay)</span>
    </p>
  );
}

/** A page that a program on this machine serves. */
function isHere(): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(document.location.hostname);
}
