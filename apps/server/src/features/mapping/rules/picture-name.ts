/** Shorter names, such as "front" or "img-1", are used for pictures of anything. */
const LEAST_LENGTH = 10;

/**
 * The name of a picture's file, without what stores add to it: Shopify's and WooCommerce's sizes, and the id or number of a second
 * upload. undefined: it says nothing about the picture.
 */
export function pictureName(url: string | null | undefined): string | undefined {
  const file = url?.split(/[?#]/)[0]?.split('/').at(-1)?.toLowerCase();
  const name = file
    ?.replace(/\.[a-z0-9]{2,4}$/, '')
    .replace(/[_-]\d+x\d*$/, '')
    .replace(/-scaled$/, '')
    .replace(/_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, '')
    .replace(/-\d{1,2}$/, '');
  return name && name.length >= LEAST_LENGTH ? name : undefined;
}

/** Whether two pictures were most likely uploaded from the same file. */
export function samePicture(a: string | null | undefined, b: string | null | undefined): boolean {
  const name = pictureName(a);
  return name !== undefined && name === pictureName(b);
}
