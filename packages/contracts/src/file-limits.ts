/** Limits of uploads to the file store, without zod, so that screens can check before sending. */

const MB = 1024 * 1024;

/**
 * A photo that supports a refund request. Source: document 2, section 9, "maximum file size constant elsewhere 5 MB"
 * (decision A15: refund evidence).
 */
export const REFUND_PHOTO_FILE = { types: ['image/jpeg', 'image/png', 'image/webp'], most: 5 * MB } as const;

/** Photos of one refund request. */
export const MOST_REFUND_PHOTOS = 10;

/** Kinds of file the store accepts, recognized by their first bytes, with their content types. */
export const FILE_KINDS = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
  /** Of an upload that isn't complete. */
  part: 'application/octet-stream',
  /** Compressed rows that were deleted from the database. */
  history: 'application/gzip',
} as const;
export type FileKind = keyof typeof FILE_KINDS;

/** Minutes a link to a stored file is valid, at least. */
export const FILE_LINK_MINUTES = 10;

/** A part of an upload; all but the last have exactly this size. */
export const UPLOAD_PART = { types: ['application/octet-stream'], most: 4 * MB } as const;

/** Bytes of the largest upload in parts. */
export const LARGEST_UPLOAD = 200 * MB;
