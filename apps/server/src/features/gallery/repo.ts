import { type Executor, sql } from '../../db/index.ts';
import type { ImageRow } from './tables.ts';

const COLUMNS = sql`image_id, file_id, public_key, name, width, height, bytes, created_at`;

/** Additions to one library come one after the other, so that its limit holds. */
export const lockGallery = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`gallery_image ${workplaceId}`}, 0))`);

export const countImages = async (ex: Executor, workplaceId: string): Promise<number> =>
  (await ex.first<{ n: number }>(sql`select count(*)::int as n from gallery_image where workplace_id = ${workplaceId}`))
    ?.n ?? 0;

/** A page of the library, newest first; pages count from 1. */
export const listImages = (
  ex: Executor,
  workplaceId: string,
  { page, size }: { page: number; size: number },
): Promise<ImageRow[]> =>
  ex.rows(sql`select ${COLUMNS} from gallery_image where workplace_id = ${workplaceId}
    order by created_at desc, image_id desc limit ${size} offset ${(page - 1) * size}`);

export const findImage = (ex: Executor, workplaceId: string, imageId: string): Promise<ImageRow | undefined> =>
  ex.first(sql`select ${COLUMNS} from gallery_image where workplace_id = ${workplaceId} and image_id = ${imageId}`);

/** Held until the transaction ends, so that it is not deleted meanwhile. */
export const findByKey = (tx: Executor, workplaceId: string, publicKey: string): Promise<ImageRow | undefined> =>
  tx.first(sql`select ${COLUMNS} from gallery_image where workplace_id = ${workplaceId} and public_key = ${publicKey}
    for key share`);

export const insertImage = (
  tx: Executor,
  workplaceId: string,
  image: Omit<ImageRow, 'created_at'>,
): Promise<ImageRow | undefined> =>
  tx.first(sql`insert into gallery_image (workplace_id, image_id, file_id, public_key, name, width, height, bytes)
    values (${workplaceId}, ${image.image_id}, ${image.file_id}, ${image.public_key}, ${image.name}, ${image.width}, ${image.height},
      ${image.bytes}) returning ${COLUMNS}`);

/** Images about to be deleted. Waits for products that are just taking one up (holdImages). */
export const lockImages = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<ImageRow[]> =>
  tx.rows(sql`select ${COLUMNS} from gallery_image where workplace_id = ${workplaceId} and image_id = any(${[...ids]}::uuid[])
    order by image_id for update`);

export const deleteImages = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<number> =>
  tx.run(sql`delete from gallery_image where workplace_id = ${workplaceId} and image_id = any(${[...ids]}::uuid[])`);

/** Holds images that a product takes up until the transaction ends. Returns the keys that are not in the library. */
export async function holdImages(tx: Executor, workplaceId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const held = await tx.rows<{ public_key: string }>(sql`select public_key from gallery_image
    where workplace_id = ${workplaceId} and public_key = any(${[...keys]}::text[]) order by image_id for key share`);
  const found = new Set(held.map((one) => one.public_key));
  return keys.filter((key) => !found.has(key));
}
