import { changedWords } from "../../state/changedWords.ts";
import { useStore } from "../../state/context.ts";
import type { Store } from "../../state/store.ts";
import { ShownTime } from "../../time/shownTime.ts";
import { dateTimeText, zoneText } from "../../time/zone.ts";
import { download } from "./download.ts";
import { drawPart } from "./drawnPart.ts";
import { NO_PICTURE, notRecordingText, SAVE_TIMELINE } from "./words.ts";

/** What is for hands and not for eyes, and what follows the pointer. */
const LEFT_OUT = "fieldset,input,select,button.small,.visually-hidden,.tooltip";
const MARGIN = 16;
const LINE_PIXELS = 22;

/** The timeline as it is seen, with what it is of, as a PNG. */
export function PictureButton() {
  const store = useStore();
  return (
    <button type="button" class="small" onClick={(event) => void save(event, store)}>
      <span class="visually-hidden">{SAVE_TIMELINE} </span>PNG
    </button>
  );
}

async function save({ currentTarget }: Event, store: Store): Promise<void> {
  const figure = (currentTarget as Element).closest<HTMLElement>(".figure");
  if (figure === null) return;
  const canvas = pictureOf(figure, linesOf(store));
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (picture !== null) download(picture, `${fileStem(store)}-timeline.png`);
  else store.failure.value = NO_PICTURE;
}

/** Title, node, stretch of time with its zone, and whether it is the recording. */
function linesOf(store: Store): readonly string[] {
  const { capture, example, focus, isChanged } = store;
  const time = store.model(ShownTime);
  const outline = capture.peek();
  const window = time.window.peek();
  const zone = time.zone.peek();
  const [from, to] = [window.from, window.to].map(
    (each) => `${dateTimeText(each, zone)} ${zoneText(each, zone)}`,
  );
  const node = outline?.node === undefined ? [] : [`node ${outline.node}`];
  return [
    example.peek()?.title ?? outline?.name ?? "",
    [...node, focus.peek(), `${from} to ${to}`].join(" · "),
    ...(isChanged.peek() ? [notRecordingText(changedWords(store))] : []),
  ];
}

/** Lines of the head as they are folded, each in its font. */
interface HeadLine {
  readonly text: string;
  readonly font: string;
}

function pictureOf(figure: HTMLElement, lines: readonly string[]): HTMLCanvasElement {
  const box = figure.getBoundingClientRect();
  const { backgroundColor, color, fontFamily } = getComputedStyle(figure);
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  const folded = lines.flatMap((text, index) => {
    context.font = `${index === 0 ? "650 17px" : "400 14px"} ${fontFamily}`;
    return foldedLines(context, text, box.width - 2 * MARGIN);
  });
  const head = MARGIN + folded.length * LINE_PIXELS;
  const scale = window.devicePixelRatio;
  canvas.width = Math.round(box.width * scale);
  canvas.height = Math.round((box.height + head) * scale);
  context.scale(scale, scale);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, box.width, box.height + head);
  context.fillStyle = color;
  for (const [index, { text, font }] of folded.entries()) {
    context.font = font;
    context.fillText(text, MARGIN, MARGIN + (index + 0.7) * LINE_PIXELS);
  }
  context.translate(-box.left, head - box.top);
  for (const part of figure.children) drawPart(context, part, LEFT_OUT);
  return canvas;
}

/** Between words, in the font in force. */
function foldedLines(
  context: CanvasRenderingContext2D,
  text: string,
  width: number,
): readonly HeadLine[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trim();
    if (lines.length > 0 && context.measureText(longer).width <= width) {
      lines[lines.length - 1] = longer;
    } else lines.push(word);
  }
  return lines.map((line) => ({ text: line, font: context.font }));
}

function fileStem({ capture, position }: Store): string {
  const outline = capture.peek();
  const time = isoOf(outline?.times[position.peek()] ?? 0).replaceAll(/[-:]|\.\d+/g, "");
  return `${(outline?.node ?? outline?.name ?? "").replaceAll(/[^\w.-]+/g, "-")}-${time}`;
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
