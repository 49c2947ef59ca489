import { Fragment } from "preact";

/** Between the parts of a signal's name, and not within a number. */
const AFTER_DOT = /(?<=[a-z]\.)(?=[a-z])/;

/** A text that may go on in the next line within the names in it, which have no spaces. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(AFTER_DOT).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
