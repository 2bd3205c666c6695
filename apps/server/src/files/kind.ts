import type { FileKind } from '@quayside/contracts';

/** First bytes of each binary kind, in hex; of a WebP the four bytes in between are its size. */
const BEGINS: Readonly<Record<Exclude<FileKind, 'csv' | 'part' | 'history'>, RegExp>> = {
  jpeg: /^ffd8ff/,
  png: /^89504e470d0a1a0a/,
  webp: /^52494646.{8}57454250/,
  pdf: /^255044462d/,
  zip: /^504b0304/,
};

const PICTURES: readonly (FileKind | undefined)[] = ['jpeg', 'png', 'webp'];

/** Whether bytes are UTF-8 text without control characters other than tabs and line breaks. */
function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The kind of a file by its bytes, never by its name or content type; undefined: not a kind we store. */
export function getFileKind(bytes: Uint8Array): FileKind | undefined {
  const begin = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  const binary = (Object.keys(BEGINS) as (keyof typeof BEGINS)[]).find((kind) => BEGINS[kind].test(begin));
  if (binary) return binary;
  return bytes.length > 0 && isPlainText(bytes) ? 'csv' : undefined;
}

/** Whether bytes begin as a JPEG, PNG or WebP does. Nothing else reaches the image library, which would also read SVG. */
export const isPictureFile = (bytes: Uint8Array): boolean => PICTURES.includes(getFileKind(bytes.subarray(0, 12)));
