import type { PdfDocument } from './blocks.ts';

export type { PdfBlock, PdfCell, PdfDocument, PdfPicture, PdfText } from './blocks.ts';

/** Makes a PDF. The libraries and fonts are loaded with the first one. */
export const renderPdf = async (document: PdfDocument): Promise<Buffer> =>
  (await import('./render.ts')).renderPdf(document);
