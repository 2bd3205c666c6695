/**
 * Rules of cutting pictures. Pure: what is drawn is drawn in canvas.ts. Sizes are pixels. Source: document 1, section 9,
 * "Images" (rules B149, B153 to B156 and B158, decision A53).
 */
import { centerCrop, makeAspectCrop, type PixelCrop } from 'react-image-crop';

export interface Size {
  width: number;
  height: number;
}

/** A part of a picture. */
export interface Piece extends Size {
  x: number;
  y: number;
}

/** How long a crop rests before what it cuts out is drawn, in milliseconds. */
export const CROP_REST_MS = 1000;
/** What a cut-out piece is kept as. */
export const PIECE = { type: 'image/webp', quality: 0.8 } as const;
/** What a picture is sent as where nothing else is asked for. */
export const EXPORT = { type: 'image/jpeg', quality: 0.8, most: { width: 300, height: 300 } } as const;

const FREE = { share: 0.96, offset: 0.02 };
const FIXED_SHARE = 0.9;
/** Edge of the crop that a mere click makes. */
const CLICKED = 100;

/** Where a crop begins: in its middle at 90% of the width where the ratio is fixed, else at 96% of the whole with 2% beside it. */
export function startingCrop({ width, height }: Size, ratio?: number): Piece {
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

/** What a crop becomes when it was let go: one of less than a pixel, a click, is 100 by 100, as far as the picture is as large. */
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

/** The size that a picture is drawn in: inside a frame in its own shape and never larger than it is, or forced to fill it. */
export function fitWithin({ width, height }: Size, frame: Size, { forced = false } = {}): Size {
  if (forced) return { width: frame.width, height: frame.height };
  const scale = Math.min(1, frame.width / width, frame.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Draws what a crop cuts out once it has rested, and not while it moves.
 *
 * @param make draws it.
 * @param tell hears of every drawing, those that fail among them.
 */
export function croppedLater<T>(make: () => Promise<T>, tell: (made: Promise<T>) => void) {
  let wait: ReturnType<typeof setTimeout> | undefined;
  let latest: Promise<T> | undefined;
  function draw(): Promise<T> {
    clearTimeout(wait);
    const made = make();
    latest = made;
    // What failed is tried again by the next who asks.
    made.catch(() => {
      if (latest === made) latest = undefined;
    });
    tell(made);
    return made;
  }
  return {
    /** The crop moved: what was drawn is of before. */
    moved(): void {
      latest = undefined;
      clearTimeout(wait);
      wait = setTimeout(draw, CROP_REST_MS);
    },
    /** What the crop cuts out as it is now; whoever saves does not wait for it to rest. */
    now: (): Promise<T> => latest ?? draw(),
    stop: (): void => clearTimeout(wait),
  };
}
