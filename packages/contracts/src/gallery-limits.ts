/** Limits of the image library, without zod, so that screens can check before sending. */

const MB = 1024 * 1024;

/** Upload to the library. Source: document 2, sections 5 and 9 (decision A15: exactly 2,097,152 bytes pass). */
export const GALLERY_FILE = { most: 2 * MB, megabytes: 2 } as const;

/** Images of a workspace's library. */
export const MOST_GALLERY_IMAGES = 250;

/** Images a page of the library. */
export const GALLERY_PAGE = 50;
