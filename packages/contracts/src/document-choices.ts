/** Choices of documents. Separate from the calls, so that screens load no schemas. */
export const DOCUMENT_KINDS = ['invoice', 'packing_slip'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export const PAPERS = ['A4', 'LETTER'] as const;
/** Orders in one PDF. */
export const MOST_DOCUMENTS = 100;
export const LOGO_FILE = { types: ['image/jpeg', 'image/png', 'image/webp'], most: 2 * 1024 * 1024 } as const;
