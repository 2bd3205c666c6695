import { createHash } from 'node:crypto';
import type { FieldValue, ListingInput } from '@quayside/connector-kit';
import type { Product } from '../tables.ts';

type Images = Product['images'];

/** Where the record of a listing's fields keeps the alt texts of the last push. No store reports them among its fields. */
export const IMAGE_ALTS = 'imageAlts';

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Alt texts that a person wrote, by picture, in short. */
export const altsOf = (images: Images): string =>
  JSON.stringify(Object.fromEntries(images.map(({ url, alt }) => [short(url), alt ? short(alt) : ''])));

/**
 * A listing that leaves the alt text of each picture alone that is still what the last push sent: the store's own may be the
 * merchant's by now. Without a record everything is written.
 */
export function keepAlts(input: ListingInput, images: Images, sent: FieldValue | undefined): ListingInput {
  if (typeof sent !== 'string') return input;
  const before = JSON.parse(sent) as Record<string, string>;
  return {
    ...input,
    images: input.images.map((image, at) => {
      const { url = '', alt } = images[at] ?? {};
      return before[short(url)] === (alt ? short(alt) : '') ? { ...image, keepsAlt: true } : image;
    }),
  };
}
