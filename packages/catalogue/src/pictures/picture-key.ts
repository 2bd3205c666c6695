import { isColourId, type LookId, ORIGINAL } from '../colours.ts';
import { type ArtId, isArtId } from './arts.ts';
import { type GroundId, isGroundId } from './grounds.ts';

/** How the object is shown. `pack-n` shows n pieces; `with-<art>` adds a smaller thing beside it. */
export const SHOTS = [
  'hero',
  'tilt',
  'podium',
  'arch',
  'sunlit',
  'close',
  'pair',
  'range',
  'pack-2',
  'pack-3',
  'pack-4',
  'pack-6',
] as const;
export type ShotId = (typeof SHOTS)[number] | `with-${ArtId}`;

export interface Picture {
  art: ArtId;
  /** One look, or up to four for a shot of the range. */
  looks: [LookId, ...LookId[]];
  ground: GroundId;
  shot: ShotId;
}

/** Raised for a key that no picture has. */
export class UnknownPictureError extends Error {
  constructor(key: string) {
    super(`No picture is called "${key.slice(0, 80)}".`);
    this.name = 'UnknownPictureError';
  }
}

function isLookId(text: string): text is LookId {
  return text === ORIGINAL || isColourId(text);
}

function isShotId(text: string): text is ShotId {
  return (SHOTS as readonly string[]).includes(text) || (text.startsWith('with-') && isArtId(text.slice(5)));
}

/** The key of a picture: lower-case letters, digits, `-`, `_`: safe as a file name and in a URL. */
export function pictureKey({ art, looks, ground, shot }: Picture): string {
  return `${art}_${looks.join('-')}_${ground}_${shot}`;
}

/** Reads a key; throws {@link UnknownPictureError} when any part of it is not ours. */
export function parsePictureKey(key: string): Picture {
  const parts = key.split('_');
  const [art = '', lookText = '', ground = '', shot = ''] = parts;
  const looks = lookText.split('-');
  const [first, ...rest] = looks;
  if (parts.length !== 4 || looks.length > 4 || first === undefined) throw new UnknownPictureError(key);
  if (!isArtId(art) || !isGroundId(ground) || !isShotId(shot) || !isLookId(first)) throw new UnknownPictureError(key);
  if (!rest.every(isLookId)) throw new UnknownPictureError(key);
  return { art, looks: [first, ...rest], ground, shot };
}
