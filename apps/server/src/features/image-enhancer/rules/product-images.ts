import type { ImagePlacement } from '@quayside/contracts';

interface Picture {
  url: string;
  alt?: string;
}
interface Pictured {
  images: readonly Picture[];
  variants: readonly { variant_id: string; image_url: string | null }[];
}

export interface ImageChange {
  images: Picture[];
  /** New images of variants, by id. */
  variants: Map<string, string | null>;
}

const has = (images: readonly Picture[], url: string): boolean => images.some((image) => image.url === url);

/** Most images of a product. Source: the editor's limit (packages/contracts/src/products.ts). */
const MOST = 250;

/** Uses a result in its product; undefined: the original is no longer there, or the result is already. */
export function acceptImage(
  { images, variants }: Pictured,
  source: string,
  result: string,
  placement: ImagePlacement,
): ImageChange | undefined {
  const at = images.findIndex((image) => image.url === source);
  const original = images[at];
  if (!original || has(images, result)) return undefined;
  if (placement === 'after') {
    if (images.length >= MOST) return undefined;
    return { images: images.toSpliced(at + 1, 0, { url: result }), variants: new Map() };
  }
  return {
    images: images.with(at, { ...original, url: result }),
    variants: new Map(variants.filter((one) => one.image_url === source).map((one) => [one.variant_id, result])),
  };
}

/** Puts the original back in place of a result; undefined: the product no longer has the result. */
export function undoImage(
  { images, variants }: Pictured,
  source: string,
  result: string,
  was: 'replaced' | 'added',
): ImageChange | undefined {
  const at = images.findIndex((image) => image.url === result);
  const held = images[at];
  if (!held) return undefined;
  const restored =
    was === 'replaced' && !has(images, source) ? images.with(at, { ...held, url: source }) : images.toSpliced(at, 1);
  const instead = has(restored, source) ? source : null;
  return {
    images: restored,
    variants: new Map(variants.filter((one) => one.image_url === result).map((one) => [one.variant_id, instead])),
  };
}
