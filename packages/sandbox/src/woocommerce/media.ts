import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import type { World } from '../core/world.ts';
import { gmtTime, localTime, nowSeconds } from './dates.ts';
import type { Shops } from './shops.ts';
import { WpError } from './wp-error.ts';

/** File endings that WooCommerce takes in. Source: wc_rest_allowed_image_mime_types. */
const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  png: 'image/png',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  ico: 'image/x-icon',
  webp: 'image/webp',
};
const FETCH_MS = 10_000;

export interface Picture {
  id: number;
  file: string;
  type: string;
  name: string;
  alt: string;
  created: number;
}

export interface Media {
  /** Fetches pictures that are only named by `src`, before anything is saved. Throws WpError with `errorCode`. */
  sideload(shop: string, images: ImageInput[], errorCode: string): Promise<number[]>;
  get(shop: string, id: number): Picture | undefined;
  describe(shop: string, id: number): Record<string, unknown> | undefined;
  src(shop: string, picture: Picture): string;
  bytes(shop: string, file: string): { body: Buffer; type: string } | undefined;
}

export interface ImageInput {
  id?: number;
  src?: string;
  alt?: string;
  name?: string;
}

/** The media library of the shops: pictures fetched from elsewhere and served from the shop's own address. */
export function createMedia(world: World, shops: Shops): Media {
  const folder = (shop: string) => join(world.dataDir, 'woocommerce', shop, 'uploads');
  const insert = world.db.prepare('insert into woo_media values (?, ?, ?, ?, ?, ?, ?)');
  const get = (shop: string, id: number): Picture | undefined =>
    world.db.prepare('select * from woo_media where shop = ? and id = ?').get(shop, id) as Picture | undefined;

  async function fetched(shop: string, image: ImageInput, errorCode: string): Promise<number> {
    const src = image.src ?? '';
    const failed = (why: string) => new WpError(errorCode, `Error getting remote image ${src}. Error: ${why}`, 400);
    const name = URL.canParse(src) ? (new URL(src).pathname.split('/').at(-1) ?? '') : '';
    const [, base, ending] = /^(.+)\.([a-z]+)$/i.exec(name) ?? [];
    let body: Buffer;
    try {
      const answer = await request(src, { signal: AbortSignal.timeout(FETCH_MS) });
      body = Buffer.from(await answer.body.arrayBuffer());
      if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
    } catch (error) {
      throw failed(error instanceof Error ? error.message : String(error));
    }
    const type = TYPES[(ending ?? '').toLowerCase()];
    if (!type || !base)
      throw new WpError(errorCode, 'Invalid image: Sorry, you are not allowed to upload this file type.', 400);
    const id = shops.nextId(shop);
    const file = `${id}-${base}.${ending}`;
    mkdirSync(folder(shop), { recursive: true });
    writeFileSync(join(folder(shop), file), body);
    insert.run(shop, id, file, type, image.name ?? base, image.alt ?? '', nowSeconds());
    return id;
  }

  return {
    get,
    src: (shop, picture) => `${shops.home(shop)}/wp-content/uploads/${encodeURIComponent(picture.file)}`,
    async sideload(shop, images, errorCode) {
      const ids: number[] = [];
      for (const image of images) {
        const known = image.id ? get(shop, image.id) : undefined;
        if (image.id && !known)
          throw new WpError('woocommerce_product_invalid_image_id', `#${image.id} is an invalid image ID.`, 400);
        const id = known?.id ?? (await fetched(shop, image, errorCode));
        if (image.alt && known)
          world.db.prepare('update woo_media set alt = ? where shop = ? and id = ?').run(image.alt, shop, id);
        ids.push(id);
      }
      return ids;
    },
    describe(shop, id) {
      const picture = get(shop, id);
      const zone = shops.get(shop)?.timeZone ?? 'UTC';
      return (
        picture && {
          id,
          date_created: localTime(picture.created, zone),
          date_created_gmt: gmtTime(picture.created),
          date_modified: localTime(picture.created, zone),
          date_modified_gmt: gmtTime(picture.created),
          src: this.src(shop, picture),
          name: picture.name,
          alt: picture.alt,
        }
      );
    },
    bytes(shop, file) {
      const picture = world.db.prepare('select * from woo_media where shop = ? and file = ?').get(shop, file);
      return picture && { body: readFileSync(join(folder(shop), file)), type: String(picture.type) };
    },
  };
}
