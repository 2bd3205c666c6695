/**
 * Limits of avatar uploads, without zod, so that screens can check before sending. Source: document 2, section 9,
 * "maximum file size constant elsewhere 5 MB" (decision A15: other uploads).
 */
export const PICTURE_FILE = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  /** Bytes; a file of exactly this size is accepted. */
  most: 5 * 1024 * 1024,
} as const;

/** Edge of stored avatars in pixels. Source: document 1, section 9, "default export 300x300". */
export const PICTURE_EDGE = 300;
