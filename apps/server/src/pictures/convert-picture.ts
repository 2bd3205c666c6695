import type { Sharp } from 'sharp';
import { differenceHash, HIGH, WIDE } from './picture-hash.ts';
import { getSourceKind, type SourceKind } from './source-kind.ts';

/** A small file can hold a huge picture, and each pixel takes four bytes of memory while it is read. */
const MOST_PIXELS = 50_000_000;
/** Source: document 2, section 9, "resize max 2400x2400 for WebP". */
const LONGEST_EDGE = 2400;
/** SVGs have no pixels of their own, and often only the size of an icon. */
const SVG_EDGE = 1200;
/** Dots per inch at which one unit of an SVG is one pixel. */
const SVG_DPI = 72;

export type ConversionFault = 'kind' | 'pixels' | 'broken' | 'heic' | 'large';

export interface ConvertedPicture {
  /** WebP without metadata. */
  bytes: Uint8Array;
  width: number;
  height: number;
}

export type Conversion = { done: ConvertedPicture } | { fault: ConversionFault };

/** WebP quality in percent. Source: document 2, section 9, "WebP quality 0.88 (0.82 mobile over 20 MB)". */
export const getQuality = ({ bytes, isMobile }: { bytes: number; isMobile: boolean }): number =>
  isMobile && bytes > 20 * 1024 * 1024 ? 82 : 88;

/** Width and height are known before a pixel is decoded. */
const holdsTooMany = (width: number, height: number): boolean => width * height > MOST_PIXELS;

async function openHeic(bytes: Uint8Array, sharp: typeof import('sharp').default): Promise<Sharp | ConversionFault> {
  const { default: decode } = await import('heic-decode');
  const images = await decode.all({ buffer: bytes });
  try {
    const [first] = images;
    if (!first) return 'heic';
    if (holdsTooMany(first.width, first.height)) return 'pixels';
    const { data, width, height } = await first.decode();
    return sharp(new Uint8Array(data.buffer), { raw: { width, height, channels: 4 } });
  } finally {
    images.dispose();
  }
}

/** librsvg runs no scripts and loads nothing from outside; only the pixels are kept. */
async function openSvg(bytes: Uint8Array, sharp: typeof import('sharp').default): Promise<Sharp | ConversionFault> {
  const { width, height } = await sharp(bytes, { density: SVG_DPI, limitInputPixels: false }).metadata();
  if (holdsTooMany(width, height)) return 'pixels';
  const scale = Math.max(1, SVG_EDGE / Math.max(width, height));
  return sharp(bytes, { density: SVG_DPI * scale, limitInputPixels: MOST_PIXELS });
}

async function open(kind: SourceKind, bytes: Uint8Array): Promise<Sharp | ConversionFault> {
  const { default: sharp } = await import('sharp');
  if (kind === 'heic') return openHeic(bytes, sharp);
  if (kind === 'svg') return openSvg(bytes, sharp);
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (holdsTooMany(width, height)) return 'pixels';
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).autoOrient();
}

/** The edge of a picture enlarged twofold, within the limit; undefined: it is as large as it gets. */
export function enlargedEdge(width: number, height: number): number | undefined {
  const longest = Math.max(width, height);
  return longest < LONGEST_EDGE ? Math.min(LONGEST_EDGE, longest * 2) : undefined;
}

export interface ConversionOptions {
  isMobile?: boolean;
  /** Enlarges the picture twofold (Lanczos), within the limit. */
  enlarge?: boolean;
}

/**
 * Converts an upload to a WebP of at most 2400 by 2400 pixels. Runs in its own process (convert.ts), because the bytes come
 * from anyone.
 */
export async function convertPicture(
  bytes: Uint8Array,
  { isMobile = false, enlarge = false }: ConversionOptions = {},
): Promise<Conversion> {
  const kind = getSourceKind(bytes);
  if (!kind) return { fault: 'kind' };
  try {
    const opened = await open(kind, bytes);
    if (typeof opened === 'string') return { fault: opened };
    const { width, height } = enlarge ? await opened.metadata() : { width: 0, height: 0 };
    const edge = enlarge ? enlargedEdge(width, height) : LONGEST_EDGE;
    if (edge === undefined) return { fault: 'large' };
    const { data, info } = await opened
      .resize(edge, edge, { fit: 'inside', withoutEnlargement: !enlarge })
      .webp({ quality: getQuality({ bytes: bytes.length, isMobile }) })
      .toBuffer({ resolveWithObject: true });
    return { done: { bytes: data, width: info.width, height: info.height } };
  } catch {
    return { fault: kind === 'heic' ? 'heic' : 'broken' };
  }
}

/** `hash`: null where the picture is too plain to be compared. */
export type Hashing = { hash: string | null } | { fault: ConversionFault };

/** What a picture looks like, for comparing it with others (picture-hash.ts). Runs in its own process, as above. */
export async function hashPicture(bytes: Uint8Array): Promise<Hashing> {
  const kind = getSourceKind(bytes);
  if (!kind) return { fault: 'kind' };
  try {
    const opened = await open(kind, bytes);
    if (typeof opened === 'string') return { fault: opened };
    const gray = await opened
      .flatten({ background: '#ffffff' })
      .grayscale()
      .resize(WIDE, HIGH, { fit: 'fill' })
      .raw()
      .toBuffer();
    return { hash: differenceHash(gray) ?? null };
  } catch {
    return { fault: kind === 'heic' ? 'heic' : 'broken' };
  }
}
