import { getFileKind } from '../files/kind.ts';

export type SourceKind = 'jpeg' | 'png' | 'webp' | 'svg' | 'heic';

/** Brands of still images coded with HEVC (ISO 23008-12, Annex B), as `ftyp` names them. AVIF has brands of its own. */
const HEIC = /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/;
/** How far the prolog of an SVG may reach: declarations and comments of drawing programs. */
const PROLOG_BYTES = 4096;
const PROLOG = /^\uFEFF?\s*(?:<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s+svg[^[>]*(?:\[[^\]]*\])?[^>]*>|\s)*<svg[\s>]/i;

/** The kind of an uploaded image by its bytes; undefined: none that we convert. Names and content types don't count. */
export function getSourceKind(bytes: Uint8Array): SourceKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PROLOG_BYTES));
  if (head.subarray(4, 8).toString('latin1') === 'ftyp')
    return HEIC.test(head.subarray(8, 12).toString('latin1')) ? 'heic' : undefined;
  const kind = getFileKind(head.subarray(0, 12));
  if (kind === 'jpeg' || kind === 'png' || kind === 'webp') return kind;
  return PROLOG.test(head.toString('utf8')) ? 'svg' : undefined;
}
