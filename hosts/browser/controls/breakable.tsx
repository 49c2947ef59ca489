import { Fragment } from "preact";

/**
 * Between the parts of the name of a signal or a taint, and after a comma or a colon that no space
 * follows; never within a number or a time of day.
 */
const BETWEEN_PARTS = /(?<=[a-z]\.|\.[a-z]{1,20}\/)(?=[a-z])|(?<=[,:])(?=["[{a-z])/i;

/** A text that may go on in the next line within the names in it, which have no spaces. */
export function Breakable({ text }: { readonly text: string }) {
  return text.split(BETWEEN_PARTS).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
