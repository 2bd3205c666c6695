import { hashDistance } from '../../../pictures/picture-hash.ts';

/** Bits in which two copies of a picture differ at most, of 128: other sizes, formats and compression. */
export const SAME_IMAGE = 6;
/** Cropped or retouched copies. Further apart, pictures share a composition at most. */
const SIMILAR_IMAGE = 10;

export interface Likeness {
  reason: 'same_image' | 'similar_image';
  /** From 0 to 1. */
  strength: number;
}

/** How alike two pictures are by their hashes; undefined: not enough to say anything. */
export function compareHashes(a: string | undefined, b: string | undefined): Likeness | undefined {
  if (a === undefined || b === undefined) return undefined;
  const distance = hashDistance(a, b);
  if (distance > SIMILAR_IMAGE) return undefined;
  return {
    reason: distance <= SAME_IMAGE ? 'same_image' : 'similar_image',
    strength: 1 - distance / (SIMILAR_IMAGE + 2),
  };
}
