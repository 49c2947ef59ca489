/**
 * A part of the page, drawn once more on a canvas as it is seen. An image of the document would
 * need its styles inline, which the page's policy refuses; so every box, text and curve is drawn
 * where the browser has put it.
 */

type Context = CanvasRenderingContext2D;

/** Draws an element with all that is in it, but for what a selector leaves out. */
export function drawPart(context: Context, element: Element, leftOut: string): void {
  const style = getComputedStyle(element);
  if (element.matches(leftOut) || style.display === "none" || style.visibility === "hidden") return;
  const box = element.getBoundingClientRect();
  context.save();
  context.globalAlpha *= Number(style.opacity);
  if (style.overflowX !== "visible" && box.width > 0) clipTo(context, rectangle(box));
  const shape = shapeOf(style.clipPath, box);
  if (shape !== null) clipTo(context, shape);
  drawBox(context, style, box);
  drawSwatch(context, element, box);
  if (element instanceof HTMLCanvasElement) {
    context.drawImage(element, box.left, box.top, box.width, box.height);
  } else if (element instanceof SVGSVGElement) drawCurves(context, element, box);
  else {
    for (const child of element.childNodes) {
      if (child instanceof Text) drawText(context, child, style);
      else if (child instanceof Element) drawPart(context, child, leftOut);
    }
  }
  context.restore();
}

function drawBox(context: Context, style: CSSStyleDeclaration, box: DOMRect): void {
  const path = rectangle(box, Number.parseFloat(style.borderTopLeftRadius) || 0);
  context.fillStyle = style.backgroundColor;
  context.fill(path);
  const colors = style.backgroundImage.match(/(?:rgba?|color|oklab|lab)\([^()]*\)/g) ?? [];
  const [stripe, , ground] = colors;
  if (stripe !== undefined && ground !== undefined) {
    context.fillStyle = ground;
    context.fill(path);
    drawStripes(context, box, path, stripe);
  }
  const width = Number.parseFloat(style.borderTopWidth);
  const isFramed = width > 0 && style.borderLeftWidth === style.borderTopWidth;
  if (isFramed) {
    context.strokeStyle = style.borderTopColor;
    context.lineWidth = width;
    context.stroke(path);
  } else if (width > 0) {
    context.fillStyle = style.borderTopColor;
    context.fillRect(box.left, box.top, box.width, width);
  }
}

/** CSS pixels of a stripe and of the one with the next. */
const STRIPE_PIXELS = 5;
const STRIPES_PIXELS = 11;

function drawStripes(context: Context, box: DOMRect, path: Path2D, color: string): void {
  context.save();
  context.clip(path);
  context.strokeStyle = color;
  context.lineWidth = STRIPE_PIXELS;
  for (let x = box.left - box.height; x < box.right; x += STRIPES_PIXELS) {
    context.beginPath();
    context.moveTo(x, box.top);
    context.lineTo(x + box.height, box.bottom);
    context.stroke();
  }
  context.restore();
}

/** The patch of color before the name of a pod, or the line before that of a threshold. */
function drawSwatch(context: Context, element: Element, box: DOMRect): void {
  const style = getComputedStyle(element, "::before");
  const [width, height, line] = [style.width, style.height, style.borderTopWidth].map(
    (size) => Number.parseFloat(size) || 0,
  ) as [number, number, number];
  if (style.content !== '""' || width === 0) return;
  const left = box.left + Number.parseFloat(getComputedStyle(element).paddingLeft);
  const middle = box.top + box.height / 2;
  const place = new DOMRect(left, middle - height / 2, width, height);
  context.fillStyle = style.backgroundColor;
  context.fill(rectangle(place, Number.parseFloat(style.borderTopLeftRadius) || 0));
  if (line === 0) return;
  context.beginPath();
  context.setLineDash(style.borderTopStyle === "dashed" ? [2 * line, 2 * line] : []);
  context.strokeStyle = style.borderTopColor;
  context.lineWidth = line;
  context.moveTo(left, middle);
  context.lineTo(left + width, middle);
  context.stroke();
  context.setLineDash([]);
}

/** Word by word, so that lines break where the browser broke them. */
function drawText(context: Context, text: Text, style: CSSStyleDeclaration): void {
  const { fontStyle, fontWeight, fontSize, fontFamily } = style;
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  context.fillStyle = style.color;
  const range = document.createRange();
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } =
      context.measureText(word);
    const baseline = box.top + (box.height - ascent - descent) / 2 + ascent;
    // Letters may stand closer here than there: the word keeps its width.
    context.fillText(word, box.left, baseline, box.width);
  }
}

function drawCurves(context: Context, svg: SVGSVGElement, box: DOMRect): void {
  const { width, height } = svg.viewBox.baseVal;
  if (width === 0 || height === 0) return;
  context.save();
  context.translate(box.left, box.top);
  context.scale(box.width / width, box.height / height);
  for (const path of svg.querySelectorAll("path")) {
    const { fill } = getComputedStyle(path);
    if (fill === "none") continue;
    context.fillStyle = fill;
    context.fill(new Path2D(path.getAttribute("d") ?? ""));
  }
  context.restore();
}

function clipTo(context: Context, path: Path2D): void {
  context.clip(path);
}

function rectangle({ left, top, width, height }: DOMRect, radius = 0): Path2D {
  const path = new Path2D();
  path.roundRect(left, top, width, height, Math.min(radius, width / 2, height / 2));
  return path;
}

/** The polygons and circles of the marks of events; null for none. */
function shapeOf(clipPath: string, box: DOMRect): Path2D | null {
  const [, radius] = /^circle\(([\d.]+)px/.exec(clipPath) ?? [];
  const path = new Path2D();
  if (radius !== undefined) {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    path.arc(x, y, Number(radius), 0, 2 * Math.PI);
    return path;
  }
  const corners = [...clipPath.matchAll(/([\d.]+)% ([\d.]+)%/g)];
  if (!clipPath.startsWith("polygon") || corners.length === 0) return null;
  for (const [, x, y] of corners) {
    path.lineTo(box.left + (box.width * Number(x)) / 100, box.top + (box.height * Number(y)) / 100);
  }
  path.closePath();
  return path;
}
