import { setImmediate } from 'node:timers/promises';
import PDFDocument, { type PDFImage } from 'pdfkit';
import {
  type PdfBlock,
  type PdfCell,
  type PdfDocument,
  type PdfPicture,
  type PdfText,
  picturesIn,
  textsIn,
} from './blocks.ts';
import { type DrawnPicture, drawPicture } from './draw-picture.ts';
import { loadFace, type Weight } from './faces.ts';
import { breakLines, type Direction, facesIn, type Line } from './lines.ts';

/** Page sizes in points. */
const SIZES = { A4: [595.28, 841.89], LETTER: [612, 792] } as const;
const MARGIN = 48;
const FOOT = 28;
const TEXT_SIZE = 9.5;
const SMALL = 8;
const LINE_HEIGHT = 1.45;
const INK = '#12212b';
const MUTED = '#5c6870';
const HAIRLINE = '#d9d6d0';
/** Of the line's height above the letters' foot, the same for all fonts. */
const BASELINE = 1.08;
/** Columns of figures line up. */
const FIGURES = { features: ['kern', 'tnum'] };

const RTL_LANGUAGES = ['ar', 'fa', 'he', 'ur'];
const directionOf = (language: string): Direction => (RTL_LANGUAGES.includes(language.slice(0, 2)) ? 'rtl' : 'ltr');

/** Direction of a text by its first letter that has one, as `dir="auto"` does. */
function autoDirection(text: string, fallback: Direction): Direction {
  const letter = /\p{L}/u.exec(text)?.[0];
  if (!letter) return fallback;
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(letter) ? 'rtl' : 'ltr';
}

interface Box {
  x: number;
  width: number;
}

/** Of a box's width, what its columns of figures may take at most. */
const MOST_FIGURES = 0.75;

/** Shares a width by weights, after parts that need more than their share got what they need. */
function shareWidth(width: number, weights: readonly number[], needed: readonly number[]): number[] {
  const wanted = needed.reduce((all, one) => all + one, 0);
  const scale = wanted > width * MOST_FIGURES ? (width * MOST_FIGURES) / wanted : 1;
  const least = weights.map((_, at) => (needed[at] ?? 0) * scale);
  const fixed = new Set<number>();
  for (;;) {
    const taken = [...fixed].reduce((all, at) => all + (least[at] ?? 0), 0);
    const sum = weights.reduce((all, weight, at) => (fixed.has(at) ? all : all + weight), 0);
    const parts = weights.map((weight, at) => (fixed.has(at) ? (least[at] ?? 0) : ((width - taken) * weight) / sum));
    const narrow = parts.findIndex((part, at) => !fixed.has(at) && part < (least[at] ?? 0));
    if (narrow < 0) return parts;
    fixed.add(narrow);
  }
}

/** Draws blocks from top to bottom and starts pages. */
class Page {
  readonly pdf: PDFDocument;
  readonly direction: Direction;
  readonly pictures: ReadonlyMap<Uint8Array, DrawnPicture>;
  readonly size: readonly [number, number];
  readonly opened = new Map<DrawnPicture, PDFImage>();
  readonly widths = new Map<string, number>();
  /** Pages begun. */
  pages = 0;
  y = MARGIN;

  constructor(
    pdf: PDFDocument,
    size: readonly [number, number],
    direction: Direction,
    pictures: ReadonlyMap<Uint8Array, DrawnPicture>,
  ) {
    this.pdf = pdf;
    this.size = size;
    this.direction = direction;
    this.pictures = pictures;
  }

  get body(): Box {
    return { x: MARGIN, width: this.size[0] - 2 * MARGIN };
  }
  get bottom(): number {
    return this.size[1] - MARGIN - FOOT;
  }

  newPage(): void {
    this.pdf.addPage();
    this.pages += 1;
    this.y = MARGIN;
  }

  /** Starts a page unless `height` still fits. */
  need(height: number): boolean {
    if (this.y + height <= this.bottom || this.y === MARGIN) return false;
    this.newPage();
    return true;
  }

  /** Width at a size of one point. Most texts are measured several times: for breaks, for the row's height, and when drawn. */
  measure(letters: string, face: string, weight: Weight, isFigures: boolean): number {
    const key = `${face}-${weight}-${isFigures}-${letters}`;
    let width = this.widths.get(key);
    if (width === undefined) {
      width =
        this.pdf
          .font(`${face}-${weight}`)
          .fontSize(100)
          .widthOfString(letters, isFigures ? FIGURES : {}) / 100;
      this.widths.set(key, width);
    }
    return width;
  }

  lines(
    text: PdfText,
    width: number,
    isFigures = false,
  ): { lines: Line[]; size: number; weight: Weight; height: number } {
    const size = text.size ?? TEXT_SIZE;
    const weight: Weight = text.isBold ? 600 : 400;
    const direction = autoDirection(text.text, this.direction);
    const measure = (letters: string, face: string): number => this.measure(letters, face, weight, isFigures) * size;
    const lines = breakLines(text.text, direction, width, measure);
    return { lines, size, weight, height: lines.length * size * LINE_HEIGHT };
  }

  /** Width of a text of figures on one line. */
  figuresWidth(text: PdfText): number {
    // Rounded up: a line that is as wide as its column must not break by a rounding error.
    return Math.ceil(Math.max(0, ...this.lines(text, Number.POSITIVE_INFINITY, true).lines.map(({ width }) => width)));
  }

  /** Draws a text into a box; returns its height. `isEnd`: at the box's far side. */
  write(text: PdfText, { x, width }: Box, y: number, isEnd = false): number {
    const { lines, size, weight, height } = this.lines(text, width, isEnd);
    const atRight = (this.direction === 'rtl') !== isEnd;
    lines.forEach((line, index) => {
      this.writeLine(line, atRight ? x + width - line.width : x, y + index * size * LINE_HEIGHT, {
        size,
        weight,
        color: text.isMuted ? MUTED : INK,
        isFigures: isEnd,
      });
    });
    return height;
  }

  writeLine(
    line: Line,
    x: number,
    y: number,
    { size, weight, color, isFigures }: { size: number; weight: Weight; color: string; isFigures: boolean },
  ): void {
    let at = x;
    for (const run of line.runs) {
      this.pdf
        .font(`${run.face}-${weight}`)
        .fontSize(size)
        .fillColor(color)
        .text(run.text, at, y + size * BASELINE, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...(isFigures ? FIGURES : {}),
        });
      at += run.width;
    }
  }

  /**
   * Splits a box by weights; the first part is where reading starts.
   *
   * @param needed widths that parts get in any case; the others share what is left.
   */
  split({ x, width }: Box, weights: readonly number[], gap: number, needed: readonly number[] = []): Box[] {
    const parts = shareWidth(width - gap * (weights.length - 1), weights, needed);
    let at = 0;
    return parts.map((part): Box => {
      const box = { x: this.direction === 'rtl' ? x + width - at - part : x + at, width: part };
      at += part + gap;
      return box;
    });
  }

  rule(y: number, { x, width }: Box, color = HAIRLINE): void {
    this.pdf
      .strokeColor(color)
      .lineWidth(0.5)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke();
  }

  fit(
    bytes: Uint8Array,
    maxWidth: number,
    maxHeight: number,
  ): { picture: DrawnPicture; width: number; height: number } | undefined {
    const picture = this.pictures.get(bytes);
    if (!picture) return undefined;
    const scale = Math.min(maxWidth / picture.width, maxHeight / picture.height, 1);
    return { picture, width: picture.width * scale, height: picture.height * scale };
  }

  image(bytes: Uint8Array, { x, width }: Box, y: number, maxHeight: number): number {
    const fitted = this.fit(bytes, width, maxHeight);
    if (!fitted) return 0;
    const at = this.direction === 'rtl' ? x + width - fitted.width : x;
    // Opened once, a picture on many pages is in the file once.
    const opened = this.opened.get(fitted.picture) ?? this.pdf.openImage(fitted.picture.bytes);
    this.opened.set(fitted.picture, opened);
    this.pdf.image(opened, at, y, { width: fitted.width, height: fitted.height });
    return fitted.height;
  }

  draw(block: PdfBlock, box: Box): void {
    switch (block.kind) {
      case 'heading': {
        const text = { text: block.text, isBold: true, size: block.level === 2 ? 11 : 18 };
        // Not alone at the foot of a page.
        this.need(this.lines(text, box.width).height + 40);
        this.y += this.write(text, box, this.y) + (block.level === 2 ? 2 : 6);
        return;
      }
      case 'text':
        this.flow(block, box);
        return;
      case 'facts':
        this.facts(block, box);
        return;
      case 'columns':
        this.columns(block, box);
        return;
      case 'table':
        this.table(block, box);
        return;
      case 'sums':
        this.sums(block, box);
        return;
      case 'picture': {
        const own = { x: box.x, width: Math.min(box.width, block.maxWidth) };
        if (this.direction === 'rtl') own.x = box.x + box.width - own.width;
        this.need(this.fit(block.picture.bytes, own.width, block.maxHeight)?.height ?? 0);
        this.y += this.image(block.picture.bytes, own, this.y, block.maxHeight) + 6;
        return;
      }
      case 'pictures':
        this.gallery(block.pictures, block.columns, box);
        return;
      case 'rule':
        this.rule(this.y + 6, box);
        this.y += 13;
        return;
      case 'space':
        this.y += block.height;
    }
  }

  /** A text that may continue on the next page. */
  flow(text: PdfText, box: Box): void {
    const { lines, size, weight } = this.lines(text, box.width);
    const height = size * LINE_HEIGHT;
    for (const line of lines) {
      this.need(height);
      const x = this.direction === 'rtl' ? box.x + box.width - line.width : box.x;
      this.writeLine(line, x, this.y, { size, weight, color: text.isMuted ? MUTED : INK, isFigures: false });
      this.y += height;
    }
    this.y += 2;
  }

  facts({ items, columns = 1 }: Extract<PdfBlock, { kind: 'facts' }>, box: Box): void {
    const boxes = this.split(
      box,
      Array.from({ length: columns }, () => 1),
      18,
    );
    for (let at = 0; at < items.length; at += columns) {
      const row = items.slice(at, at + columns).map(({ label, value }, index) => {
        const own = boxes[index] ?? box;
        const [left = own, right = own] = this.split(own, [2, 3], 8);
        return {
          left,
          right,
          label: { text: label, isMuted: true },
          value: { text: value },
        };
      });
      const height = Math.max(
        ...row.map(({ left, right, label, value }) =>
          Math.max(this.lines(label, left.width).height, this.lines(value, right.width).height),
        ),
      );
      this.need(height);
      for (const { left, right, label, value } of row) {
        this.write(label, left, this.y);
        this.write(value, right, this.y);
      }
      this.y += height + 2;
    }
  }

  columns({ columns, weights }: Extract<PdfBlock, { kind: 'columns' }>, box: Box): void {
    const boxes = this.split(box, weights ?? columns.map(() => 1), 24);
    // A column taller than the rest of the page would tear the others apart; such blocks stand below each other elsewhere.
    const start = this.y;
    const pages = this.pages;
    let lowest = start;
    for (const [index, blocks] of columns.entries()) {
      if (this.pages === pages) this.y = start;
      for (const block of blocks) this.draw(block, boxes[index] ?? box);
      lowest = this.pages === pages ? Math.max(lowest, this.y) : this.y;
    }
    this.y = lowest;
  }

  cellTexts(cell: PdfCell): PdfText[] {
    if (typeof cell === 'string') return [{ text: cell }];
    if ('picture' in cell) return [];
    return cell.map((one) => (typeof one === 'string' ? { text: one } : one));
  }

  table({ columns, rows }: Extract<PdfBlock, { kind: 'table' }>, box: Box): void {
    const pictureHeight = 36;
    const heads = columns.map(({ title }): PdfText => ({ text: title, isMuted: true, isBold: true, size: SMALL }));
    const boxes = this.split(
      box,
      columns.map(({ weight }) => weight),
      8,
      columns.map(({ isEnd }, index) =>
        isEnd
          ? Math.max(
              0,
              ...rows.flatMap((row) => this.cellTexts(row[index] ?? '').map((text) => this.figuresWidth(text))),
            )
          : 0,
      ),
    );
    const heightOf = (text: PdfText, index: number): number =>
      this.lines(text, boxes[index]?.width ?? 0, columns[index]?.isEnd).height;
    const head = (): void => {
      const height = Math.max(...heads.map(heightOf));
      for (const [index, text] of heads.entries()) this.write(text, boxes[index] ?? box, this.y, columns[index]?.isEnd);
      this.y += height + 3;
      this.rule(this.y, box, MUTED);
      this.y += 5;
    };
    this.need(60);
    head();
    for (const row of rows) {
      const heights = row.map((cell, index) => {
        const width = boxes[index]?.width ?? 0;
        if (typeof cell === 'object' && 'picture' in cell)
          return cell.picture ? (this.fit(cell.picture, width, pictureHeight)?.height ?? 0) : 0;
        return this.cellTexts(cell).reduce((sum, text) => sum + heightOf(text, index), 0);
      });
      const height = Math.max(...heights, 0);
      if (this.need(height + 6)) head();
      row.forEach((cell, index) => {
        const own = boxes[index] ?? box;
        if (typeof cell === 'object' && 'picture' in cell) {
          if (cell.picture) this.image(cell.picture, own, this.y, pictureHeight);
          return;
        }
        let y = this.y;
        for (const text of this.cellTexts(cell)) y += this.write(text, own, y, columns[index]?.isEnd);
      });
      this.y += height + 4;
      this.rule(this.y, box);
      this.y += 5;
    }
    this.y += 4;
  }

  sums({ rows }: Extract<PdfBlock, { kind: 'sums' }>, box: Box): void {
    const [, own = box] = this.split(box, [1, 1], 0);
    const texts = rows.map(({ label, value, isBold }) => {
      const size = isBold ? 11 : TEXT_SIZE;
      return { isBold, label: { text: label, isBold, isMuted: !isBold, size }, value: { text: value, isBold, size } };
    });
    const widest = Math.max(0, ...texts.map(({ value }) => this.figuresWidth(value)));
    const [labels = own, values = own] = this.split(own, [3, 2], 8, [0, widest]);
    for (const { label, value, isBold } of texts) {
      const height = Math.max(this.lines(label, labels.width).height, this.lines(value, values.width, true).height);
      this.need(height);
      if (isBold) {
        this.rule(this.y + 1, own, MUTED);
        this.y += 5;
      }
      this.write(label, labels, this.y);
      this.write(value, values, this.y, true);
      this.y += height + 2;
    }
    this.y += 4;
  }

  gallery(pictures: readonly PdfPicture[], columns: number, box: Box): void {
    const boxes = this.split(
      box,
      Array.from({ length: columns }, () => 1),
      12,
    );
    for (let at = 0; at < pictures.length; at += columns) {
      const row = pictures.slice(at, at + columns);
      const maxHeight = 220;
      const heights = row.map(({ bytes, caption }, index) => {
        const width = boxes[index]?.width ?? 0;
        const picture = this.fit(bytes, width, maxHeight)?.height ?? 0;
        return { picture, all: picture + (caption ? 3 + this.lines({ text: caption, size: SMALL }, width).height : 0) };
      });
      const height = Math.max(...heights.map(({ all }) => all));
      this.need(height);
      row.forEach(({ bytes, caption }, index) => {
        const own = boxes[index] ?? box;
        const drawn = this.image(bytes, own, this.y, maxHeight);
        if (caption) this.write({ text: caption, isMuted: true, size: SMALL }, own, this.y + drawn + 3);
      });
      this.y += height + 10;
    }
  }
}

/** Makes a PDF. */
export async function renderPdf(document: PdfDocument): Promise<Buffer> {
  const direction = directionOf(document.language);
  const size = SIZES[document.size ?? 'A4'];
  const pdf = new PDFDocument({
    size: [...size],
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    lang: document.language,
    displayTitle: true,
    info: { Title: document.title, Creator: 'Quayside', CreationDate: new Date(document.createdAt) },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  // Digits and what else page numbers are made of.
  const texts = [document.pageLabel(1_234_567_890, 1)];
  for (const { blocks, footer } of document.sections) texts.push(...textsIn(blocks), footer ?? '');
  const faces = new Set(texts.flatMap((text) => [...facesIn(text)]));
  for (const face of faces) {
    for (const weight of [400, 600] as const) {
      pdf.registerFont(`${face}-${weight}`, await loadFace(face, weight));
    }
  }
  const pictures = new Map<Uint8Array, DrawnPicture>();
  for (const bytes of new Set(document.sections.flatMap(({ blocks }) => picturesIn(blocks)))) {
    const drawn = await drawPicture(bytes);
    if (drawn) pictures.set(bytes, drawn);
  }
  const page = new Page(pdf, size, direction, pictures);
  const starts: { from: number; to: number; footer: string }[] = [];
  for (const { blocks, footer } of document.sections) {
    const from = page.pages;
    page.newPage();
    for (const block of blocks) page.draw(block, page.body);
    starts.push({ from, to: page.pages, footer: footer ?? '' });
    // A hundred orders take seconds; others get their turn in between.
    await setImmediate();
  }
  for (const { from, to, footer } of starts) {
    for (let index = from; index < to; index += 1) {
      pdf.switchToPage(index);
      const y = size[1] - MARGIN;
      page.write({ text: footer, isMuted: true, size: SMALL }, page.split(page.body, [3, 1], 8)[0] ?? page.body, y);
      page.write(
        { text: document.pageLabel(index - from + 1, to - from), isMuted: true, size: SMALL },
        page.split(page.body, [3, 1], 8)[1] ?? page.body,
        y,
        true,
      );
    }
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
