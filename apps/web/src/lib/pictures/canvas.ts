import { EXPORT, fitWithin, PIECE, type Piece, type Size } from './crop.ts';

/** Edge of the largest piece that is drawn: phones draw no canvas of 50 million pixels. Source: document 2, section 9. */
const LARGEST = { width: 2400, height: 2400 };

/** What can go wrong with a canvas, in the words of the rule; screens say it in theirs. Source: document 1, section 8 (B131). */
export const CANVAS_FAILURES = {
  noContext: 'No 2d context',
  noCanvas: 'Crop canvas does not exist',
  noBlob: 'Failed to create blob',
} as const;
export type CanvasFailure = keyof typeof CANVAS_FAILURES;

/** Which failure of a canvas an error is, if it is one. */
export const canvasFailure = (error: unknown): CanvasFailure | undefined =>
  (Object.keys(CANVAS_FAILURES) as CanvasFailure[]).find(
    (name) => error instanceof Error && error.message === CANVAS_FAILURES[name],
  );

type Canvas = Pick<HTMLCanvasElement, 'width' | 'height' | 'getContext' | 'toBlob'>;

function draw(picture: CanvasImageSource, { x, y, width, height }: Piece, canvas: Canvas, size: Size): void {
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error(CANVAS_FAILURES.noContext);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height);
}

function fileOf(canvas: Canvas, { type, quality }: { type: string; quality: number }): Promise<Blob> {
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(CANVAS_FAILURES.noBlob))), type, quality),
  );
}

/**
 * Cuts a piece out of a picture, onto a canvas that shows it, and as a file: a WebP of quality 0.8 (a PNG where the browser
 * writes no WebP). Throws the errors of CANVAS_FAILURES.
 */
export async function cutOut(picture: CanvasImageSource, piece: Piece, canvas: Canvas | null): Promise<Blob> {
  if (!canvas) throw new Error(CANVAS_FAILURES.noCanvas);
  draw(picture, piece, canvas, fitWithin(piece, LARGEST));
  return fileOf(canvas, PIECE);
}

/**
 * A picture as it is sent: a JPEG of quality 0.8 within 300 by 300 pixels, in its own shape unless `forced` to fill them.
 * Throws the errors of CANVAS_FAILURES, or what the browser throws of a file that is no picture.
 */
export async function exported(file: Blob, options: { forced?: boolean } = {}): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const canvas = document.createElement('canvas');
  draw(picture, { x: 0, y: 0, width, height }, canvas, fitWithin(picture, EXPORT.most, options));
  picture.close();
  return fileOf(canvas, EXPORT);
}
