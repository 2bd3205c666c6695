/**
 * What may be sent as the picture of an account. Without zod, so that screens can hold to it before they send.
 * Source: document 2, section 9, "maximum file size constant elsewhere 5 MB" (decision A15: other uploads).
 */
export const PICTURE_FILE = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  /** Bytes; a file of exactly this size passes. */
  most: 5 * 1024 * 1024,
} as const;

/** Edge in pixels of an account's picture as it is kept. Source: document 1, section 9, "default export 300x300". */
export const PICTURE_EDGE = 300;
