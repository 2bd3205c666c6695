/**
 * Cropping rules in pixels; canvas.ts does the drawing. Source: document 1, section 9, "Images" (rules B149, B153 to
 * B156 and B158, decision A53).
 */
import { centerCrop, makeAspectCrop, type PercentCrop, type PixelCrop } from 'react-image-crop';

export interface Size {
  width: number;
  height: number;
}

/** A region of an image. */
export interface CroppedArea extends Size {
  x: number;
  y: number;
}

/** How long a crop must be unchanged before its preview is drawn, in milliseconds. */
export const CROP_REST_MS = 1000;
/** Format of a cropped image. */
export const CROP_OUTPUT = { type: 'image/webp', quality: 0.8 } as const;
/** Default upload format. */
export const EXPORT = { type: 'image/jpeg', quality: 0.8, most: { width: 300, height: 300 } } as const;

const FREE = { share: 0.96, offset: 0.02 };
const FIXED_SHARE = 0.9;
/** Edge of the crop created by a click. */
const CLICKED = 100;

/** Initial crop: centered at 90% of the width for a fixed ratio, else 96% of the image with a 2% margin. */
export function startingCrop({ width, height }: Size, ratio?: number): CroppedArea {
  if (ratio === undefined)
    return {
      x: width * FREE.offset,
      y: height * FREE.offset,
      width: width * FREE.share,
      height: height * FREE.share,
    };
  const wide = makeAspectCrop({ unit: 'px', width: width * FIXED_SHARE }, ratio, width, height);
  const { unit: _unit, ...piece } = centerCrop(wide, width, height);
  return piece;
}

/** The crop after a drag: less than a pixel (a click) becomes 100 by 100, limited by the image. */
export function settledCrop(crop: PixelCrop, picture: Size): PixelCrop {
  if (crop.width >= 1 || crop.height >= 1) return crop;
  const width = Math.min(CLICKED, picture.width);
  const height = Math.min(CLICKED, picture.height);
  return {
    ...crop,
    width,
    height,
    x: Math.min(crop.x, picture.width - width),
    y: Math.min(crop.y, picture.height - height),
  };
}

/** The region of an image that a crop in percent means. */
export const pieceOf = (
  { x, y, width, height }: PercentCrop,
  { naturalWidth, naturalHeight }: Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight'>,
): CroppedArea => ({
  x: (x * naturalWidth) / 100,
  y: (y * naturalHeight) / 100,
  width: Math.max(1, (width * naturalWidth) / 100),
  height: Math.max(1, (height * naturalHeight) / 100),
});

/** Drawing size of an image: inside a frame in its own shape and not enlarged, or forced to fill it. */
export function fitWithin({ width, height }: Size, frame: Size, { forced = false } = {}): Size {
  if (forced) return { width: frame.width, height: frame.height };
  const scale = Math.min(1, frame.width / width, frame.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Draws a crop once it has stopped moving.
 *
 * @param make draws it.
 * @param tell is called with every result, including failures.
 */
export function croppedLater<T>(make: () => Promise<T>, tell: (made: Promise<T>) => void) {
  let wait: ReturnType<typeof setTimeout> | undefined;
  let latest: Promise<T> | undefined;
  function draw(): Promise<T> {
    clearTimeout(wait);
    const made = make();
    latest = made;
    // The next caller retries a failure.
    made.catch(() => {
      if (latest === made) latest = undefined;
    });
    tell(made);
    return made;
  }
  return {
    /** The crop moved, so the last drawing is outdated. */
    moved(): void {
      latest = undefined;
      clearTimeout(wait);
      wait = setTimeout(draw, CROP_REST_MS);
    },
    /** Draws the current crop; saving doesn't wait for the delay. */
    now: (): Promise<T> => latest ?? draw(),
    stop: (): void => clearTimeout(wait),
  };
}
