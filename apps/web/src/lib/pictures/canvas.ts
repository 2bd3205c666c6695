import { CROP_OUTPUT, type CroppedArea, EXPORT, fitWithin, type Size } from './crop.ts';

/** Maximum edge of a drawn crop: phones can't draw a canvas of 50 million pixels. Source: document 2, section 9. */
const LARGEST = { width: 2400, height: 2400 };

/** Canvas failures in the rule's wording; screens have their own texts. Source: document 1, section 8 (B131). */
export const CANVAS_FAILURES = {
  noContext: 'No 2d context',
  noCanvas: 'Crop canvas does not exist',
  noBlob: 'Failed to create blob',
} as const;
export type CanvasFailure = keyof typeof CANVAS_FAILURES;

/** The canvas failure behind an error, if any. */
export const canvasFailure = (error: unknown): CanvasFailure | undefined =>
  (Object.keys(CANVAS_FAILURES) as CanvasFailure[]).find(
    (name) => error instanceof Error && error.message === CANVAS_FAILURES[name],
  );

type Canvas = Pick<HTMLCanvasElement, 'width' | 'height' | 'getContext' | 'toBlob'>;

function draw(picture: CanvasImageSource, { x, y, width, height }: CroppedArea, canvas: Canvas, size: Size): void {
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
 * Crops an image onto a preview canvas and into a file: WebP at quality 0.8 (PNG where the browser can't write WebP).
 * Throws the errors of CANVAS_FAILURES.
 */
export async function cutOut(picture: CanvasImageSource, piece: CroppedArea, canvas: Canvas | null): Promise<Blob> {
  if (!canvas) throw new Error(CANVAS_FAILURES.noCanvas);
  draw(picture, piece, canvas, fitWithin(piece, LARGEST));
  return fileOf(canvas, CROP_OUTPUT);
}

/**
 * Converts an image for upload: JPEG at quality 0.8 within 300 by 300 pixels, keeping its aspect ratio unless `forced`
 * to fill them. Throws the errors of CANVAS_FAILURES, or the browser's error for a file that is not an image.
 */
export async function exported(file: Blob, options: { forced?: boolean } = {}): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const canvas = document.createElement('canvas');
  draw(picture, { x: 0, y: 0, width, height }, canvas, fitWithin(picture, EXPORT.most, options));
  picture.close();
  return fileOf(canvas, EXPORT);
}
