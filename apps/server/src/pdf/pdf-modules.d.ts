/** The parts in use of packages that ship no types. */
declare module 'pdfkit' {
  interface TextOptions {
    lineBreak?: boolean;
    features?: string[];
    /** `alphabetic`: y is the foot of the letters. */
    baseline?: 'alphabetic';
  }
  export interface PDFImage {
    width: number;
    height: number;
  }
  export default class PDFDocument {
    constructor(options: {
      size: [number, number];
      margin: number;
      bufferPages: boolean;
      autoFirstPage: boolean;
      lang: string;
      displayTitle: boolean;
      info: Record<string, string | Date>;
    });
    registerFont(name: string, source: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    widthOfString(text: string, options?: TextOptions): number;
    text(text: string, x: number, y: number, options?: TextOptions): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    openImage(source: Buffer): PDFImage;
    image(source: PDFImage, x: number, y: number, options: { width: number; height: number }): this;
    addPage(): this;
    switchToPage(page: number): this;
    on(event: 'data', listener: (chunk: Buffer) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    end(): void;
  }
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options: { targetFormat: 'sfnt'; variationAxes: Record<string, number>; keepAllGlyphs: boolean },
  ): Promise<Buffer>;
}
