/** How the three kinds begin, in hex; of a WebP the four bytes in between are its size. */
const BEGINS = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/];

/** Whether bytes begin as a JPEG, PNG or WebP does. No decoder is asked for anything else: the library knows many, SVG among them. */
export const isPictureFile = (bytes: Uint8Array): boolean =>
  BEGINS.some((begin) => begin.test(Buffer.from(bytes.subarray(0, 12)).toString('hex')));
