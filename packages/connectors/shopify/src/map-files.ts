import { createHash } from 'node:crypto';
import type { ListingImage, ListingInput } from '@quayside/connector-kit';

export type FileInput =
  | { id: string; alt?: string }
  | { originalSource: string; contentType: 'IMAGE'; alt?: string; filename?: string };

const EXTENSION = /\.(jpe?g|png|webp|gif|heic)$/i;

/**
 * The name under which a picture is sent: Shopify keeps it in the picture's address, so that the next update knows the
 * picture again and does not upload it a second time. undefined where the address has no ending that tells its kind
 * (Shopify refuses a name whose ending does not fit the file).
 */
export function fileName(url: string): string | undefined {
  const ending = EXTENSION.exec(URL.parse(url)?.pathname ?? '')?.[0].toLowerCase();
  if (!ending) return undefined;
  return `${hashed(url)}${ending}`;
}

const hashed = (url: string): string => `quayside-${createHash('sha256').update(url).digest('hex').slice(0, 20)}`;

/** The name under which a picture's bytes are sent: with the ending of its kind where its address has none. */
export function namedFile(url: string, contentType: string): string {
  const kind = contentType.split(';')[0]?.split('/')[1]?.toLowerCase() ?? '';
  return fileName(url) ?? `${hashed(url)}.${kind === 'jpeg' ? 'jpg' : kind}`;
}

/** What Shopify puts behind a name that another file of the shop has already. */
const APPENDED_UUID = /_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.[a-z]+$)/;

/** The name in a picture's address at Shopify, to be compared with `fileName`: the same picture may serve several products. */
export const nameInAddress = (url: string): string =>
  (URL.parse(url)?.pathname.split('/').at(-1)?.toLowerCase() ?? '').replace(APPENDED_UUID, '');

const OURS = /^quayside-[0-9a-f]{20}\./;

/** Whether a picture at Shopify is ours, by its address; those sent without a name carry the one of their source. */
export function isOurPicture(url: string, input: ListingInput): boolean {
  const name = nameInAddress(url);
  if (OURS.test(name)) return true;
  const bare = (text: string) => text.replace(/\.[a-z]+$/, '');
  return [...fileInputs(input, new Map()).byUrl.keys()].some(
    (source) => fileName(source) === undefined && bare(nameInAddress(source)) === bare(name),
  );
}

/**
 * Every picture of a listing once, in order; variants' own pictures that are not in the gallery come last. `mediaIds`: those
 * that Shopify has, by name or address. `staged`: where Shopify finds those whose bytes it was sent. `alts`: texts of the
 * merchant's own, by id.
 */
export function fileInputs(
  input: ListingInput,
  mediaIds: ReadonlyMap<string, string>,
  staged: ReadonlyMap<string, string> = new Map(),
  alts: ReadonlyMap<string, string> = new Map(),
): { all: FileInput[]; byUrl: Map<string, FileInput> } {
  const byUrl = new Map<string, FileInput>();
  const add = ({ url, alt, keepsAlt }: ListingImage) => {
    if (byUrl.has(url)) return;
    const filename = fileName(url);
    const id = mediaIds.get(url) ?? (filename === undefined ? undefined : mediaIds.get(filename));
    const there = id === undefined ? undefined : alts.get(id);
    // A picture without a text is described by the title, which is not for the merchant's own.
    const stays = alt === there || (there === '' && alt === input.title);
    const text = alt === undefined || stays ? {} : { alt };
    if (id !== undefined) byUrl.set(url, { id, ...(keepsAlt ? {} : text) });
    else {
      const name = filename === undefined ? {} : { filename };
      byUrl.set(url, { originalSource: staged.get(url) ?? url, contentType: 'IMAGE', ...text, ...name });
    }
  };
  for (const image of input.images) add(image);
  for (const variant of input.variants) if (variant.imageUrl !== undefined) add({ url: variant.imageUrl });
  return { all: [...byUrl.values()], byUrl };
}
