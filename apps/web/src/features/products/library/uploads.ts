import { GALLERY_FILE, MOST_GALLERY_IMAGES } from '@quayside/contracts/gallery-limits.ts';

export interface UploadItem {
  id: string;
  name: string;
  status: 'processing' | 'done' | 'error';
  error?: string;
  /** Sent share of a large file, from 0 to 1. */
  share?: number;
}

/** What the file dialog offers; a dropped file passes by its extension or its type. */
export const ACCEPTED =
  '.jpg,.jpeg,.png,.svg,.heic,.heif,.webp,image/jpeg,image/png,image/svg+xml,image/heic,image/heif,image/webp';
const PASSING = new Set(ACCEPTED.split(','));

const isAccepted = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  PASSING.has(`.${name.split('.').at(-1)?.toLowerCase()}`) || PASSING.has(type);

export interface Sorted<F> {
  upload: F[];
  /** Above the size limit; shown with their names. */
  tooLarge: F[];
  /** Number of files of other types. */
  skipped: number;
  /** Number of files that the library has no room for. */
  dropped: number;
}

/** Decides what happens to chosen files, in their order. `room`: images the library can still take. */
export function sortFiles<F extends Pick<File, 'name' | 'type' | 'size'>>(
  files: readonly F[],
  room: number,
): Sorted<F> {
  const accepted = files.filter(isAccepted);
  const fitting = accepted.filter((file) => file.size <= GALLERY_FILE.most);
  const upload = fitting.slice(0, Math.max(0, room));
  return {
    upload,
    tooLarge: accepted.filter((file) => file.size > GALLERY_FILE.most),
    skipped: files.length - accepted.length,
    dropped: fitting.length - upload.length,
  };
}

const PHOTO_EXTENSIONS = ['jpg', 'jpeg', 'png', 'heic', 'heif', 'webp'];
const PHOTO_TYPES = ['jpeg', 'jpg', 'png', 'pjpeg', 'x-png', 'heic', 'heif', 'webp'].map((kind) => `image/${kind}`);

/** What the editor's file dialog offers. */
export const PHOTOS = [...PHOTO_EXTENSIONS.map((one) => `.${one}`), ...PHOTO_TYPES].join(',');

/** The first file that the editor takes no photo from, by extension and type; then none is uploaded. */
export const findUnsupported = <F extends Pick<File, 'name' | 'type'>>(files: readonly F[]): F | undefined =>
  files.find(
    ({ name, type }) =>
      !PHOTO_EXTENSIONS.includes(name.split('.').at(-1)?.toLowerCase() ?? '') && !PHOTO_TYPES.includes(type),
  );

/** Images the library can still take. */
export const getRoom = (total: number, items: readonly UploadItem[]): number =>
  MOST_GALLERY_IMAGES - total - items.filter((item) => item.status === 'processing').length;

/** What the upload status card shows. It collapses once every file is uploaded; failed ones keep it open. */
export function getProgress(items: readonly UploadItem[]): { remaining: number; failed: number; isCollapsed: boolean } {
  const remaining = items.filter((item) => item.status === 'processing').length;
  const failed = items.filter((item) => item.status === 'error').length;
  return { remaining, failed, isCollapsed: remaining === 0 && failed === 0 };
}

/** The choice after a click on an image: clicking it again takes it back, and without `many` it replaces the last one. */
export function toggle(chosen: readonly string[], url: string, many: boolean): string[] {
  if (chosen.includes(url)) return chosen.filter((one) => one !== url);
  return many ? [...chosen, url] : [url];
}

/** How close to its end a list loads its next page, in pixels, and how long scrolling must rest before. */
export const NEAR_END_PX = 100;
export const SCROLL_REST_MS = 100;

export const isNearEnd = (list: Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>): boolean =>
  list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX;

/** The position that an arrow key leads to in a grid; undefined: the key means nothing here. */
export function moveInGrid(
  key: string,
  at: number,
  count: number,
  columns: number,
  isRtl: boolean,
): number | undefined {
  const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1, ArrowDown: columns, ArrowUp: -columns }[key];
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (step === undefined) return undefined;
  const next = at + step;
  return next < 0 || next >= count ? at : next;
}
