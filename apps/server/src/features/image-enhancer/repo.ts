import { isId } from '@quayside/kernel';
import { type Executor, json, raw, sql } from '../../db/index.ts';
import { publish } from '../../live/publish.ts';
import type { ImageEnhancementRow } from './tables.ts';

/** An attempt takes three minutes at most (drawers/ask-image.ts), so one of ten minutes ago is lost. Queued ones may wait longer. */
const lost = `(state = 'working' and updated_at < now() - interval '10 minutes'
  or state = 'queued' and updated_at < now() - interval '1 day')`;
const LOST = raw(lost);
const columns = `image_enhancement_id, product_id, action, background, prompt, source_url, state, run_id, model, file_id, public_key,
  width, height, image_id, error_key, error_params, attempts, busy_since, process_id, asked_by, created_at, updated_at`;
const COLUMNS = raw(columns);
const ROW = raw(`${columns}, ${lost} as is_lost`);
/** Of a row that is changed now: RETURNING may compare no times. */
const BEGUN = raw(`${columns}, false as is_lost`);

export type NewImage = Pick<
  ImageEnhancementRow,
  | 'image_enhancement_id'
  | 'product_id'
  | 'action'
  | 'background'
  | 'prompt'
  | 'source_url'
  | 'model'
  | 'process_id'
  | 'asked_by'
>;

export async function insertImages(tx: Executor, workplaceId: string, rows: readonly NewImage[]): Promise<void> {
  await tx.run(sql`insert into image_enhancement (workplace_id, image_enhancement_id, product_id, action, background, prompt,
      source_url, model, process_id, asked_by)
    select ${workplaceId}, r.image_enhancement_id, r.product_id, r.action, r.background, r.prompt, r.source_url, r.model,
      r.process_id, r.asked_by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(image_enhancement_id uuid, product_id uuid, action text,
      background text, prompt text, source_url text, model text, process_id uuid, asked_by uuid)
    returning 1`);
}

/** Images of products that are being improved by an action, as `product url`. */
export const atWorkOn = async (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
  action: string,
): Promise<Set<string>> =>
  new Set(
    (
      await ex.rows<{ product_id: string; source_url: string }>(sql`select product_id, source_url from image_enhancement
        where workplace_id = ${workplaceId} and action = ${action} and product_id = any(${[...productIds]}::uuid[])
          and state in ('queued', 'working') and not ${LOST}`)
    ).map((row) => `${row.product_id} ${row.source_url}`),
  );

/** Products of which an image was ever improved, or will be. */
export const enhancedAmong = async (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (
      await tx.rows<{ product_id: string }>(sql`select distinct product_id from image_enhancement
        where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])`)
    ).map((row) => row.product_id),
  );

/** Deletes failed and lost attempts that a new request repeats. Returns the tasks of lost ones. */
export const deleteFailed = async (
  tx: Executor,
  workplaceId: string,
  images: readonly { productId: string; url: string }[],
  action: string,
): Promise<string[]> =>
  (
    await tx.rows<{ process_id: string; is_lost: boolean }>(sql`delete from image_enhancement
      where workplace_id = ${workplaceId} and action = ${action} and (product_id, source_url) in (select * from
        unnest(${images.map((one) => one.productId)}::uuid[], ${images.map((one) => one.url)}::text[]))
        and (state = 'failed' or ${LOST})
      returning process_id, state <> 'failed' as is_lost`)
  ).flatMap((row) => (row.is_lost ? [row.process_id] : []));

export const deleteImagesOfProducts = (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Omit<ImageEnhancementRow, 'is_lost'>[]> =>
  tx.rows(sql`delete from image_enhancement where workplace_id = ${workplaceId}
    and product_id = any(${[...productIds]}::uuid[]) returning ${COLUMNS}`);

/** Newest first. One extra row indicates another page. */
export function listImages(
  ex: Executor,
  workplaceId: string,
  ask: { cursor?: string | undefined; page_size: number; product_id?: string | undefined },
): Promise<ImageEnhancementRow[]> {
  const cursor = ask.cursor && isId(ask.cursor) ? ask.cursor : null;
  return ex.rows<ImageEnhancementRow>(sql`select ${ROW} from image_enhancement
    where workplace_id = ${workplaceId} and (${cursor}::uuid is null or image_enhancement_id < ${cursor}::uuid)
      and (${ask.product_id ?? null}::uuid is null or product_id = ${ask.product_id ?? null}::uuid)
    order by image_enhancement_id desc limit ${ask.page_size + 1}`);
}

export const findImages = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<ImageEnhancementRow[]> =>
  ex.rows<ImageEnhancementRow>(sql`select ${ROW} from image_enhancement where workplace_id = ${workplaceId}
    and image_enhancement_id = any(${[...ids]}::uuid[]) order by image_enhancement_id`);

/** Locked in id order; their products are locked before. */
export const lockImages = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<ImageEnhancementRow[]> =>
  tx.rows<ImageEnhancementRow>(sql`select ${ROW} from image_enhancement where workplace_id = ${workplaceId}
    and image_enhancement_id = any(${[...ids]}::uuid[]) order by image_enhancement_id for update`);

const news = (tx: Executor, workplaceId: string, row: Pick<ImageEnhancementRow, 'product_id'>) =>
  publish(tx, workplaceId, 'products', [row.product_id]);

/** Begins an attempt of a queued one; undefined: somebody else did, or it is finished or gone. */
export async function beginAttempt(
  tx: Executor,
  workplaceId: string,
  id: string,
  runId: string,
): Promise<ImageEnhancementRow | undefined> {
  const row = await tx.first<ImageEnhancementRow>(sql`update image_enhancement set state = 'working', run_id = ${runId},
      updated_at = now()
    where workplace_id = ${workplaceId} and image_enhancement_id = ${id} and state = 'queued' returning ${BEGUN}`);
  if (row) await news(tx, workplaceId, row);
  return row;
}

export interface Result {
  file_id: string;
  public_key: string;
  width: number;
  height: number;
}

/** Ends an attempt with its result; false: it is not in progress any more. */
export async function propose(
  tx: Executor,
  workplaceId: string,
  row: ImageEnhancementRow,
  result: Result,
): Promise<boolean> {
  const changed = await tx.run(sql`update image_enhancement set state = 'proposed', file_id = ${result.file_id},
      public_key = ${result.public_key}, width = ${result.width}, height = ${result.height}, error_key = null,
      error_params = null, updated_at = now()
    where workplace_id = ${workplaceId} and image_enhancement_id = ${row.image_enhancement_id} and state = 'working'
      and run_id = ${row.run_id}`);
  if (changed > 0) await news(tx, workplaceId, row);
  return changed > 0;
}

/** Ends an attempt: for good, or to be repeated later. False: it is not in progress any more. */
export async function noteFailure(
  tx: Executor,
  workplaceId: string,
  row: ImageEnhancementRow,
  change: { failed: boolean; attempts: number; busySince: string | null; key: string; params: object },
): Promise<boolean> {
  const changed = await tx.run(sql`update image_enhancement set state = ${change.failed ? 'failed' : 'queued'},
      attempts = ${change.attempts}, busy_since = ${change.busySince}, error_key = ${change.key},
      error_params = ${json(change.params)}, updated_at = now()
    where workplace_id = ${workplaceId} and image_enhancement_id = ${row.image_enhancement_id} and state = 'working'
      and run_id = ${row.run_id}`);
  if (changed > 0) await news(tx, workplaceId, row);
  return changed > 0;
}

export async function saveDecision(
  tx: Executor,
  workplaceId: string,
  id: string,
  change: { state: 'replaced' | 'added' | 'undone'; image_id: string | null },
): Promise<void> {
  await tx.run(sql`update image_enhancement set state = ${change.state}, image_id = ${change.image_id}, updated_at = now()
    where workplace_id = ${workplaceId} and image_enhancement_id = ${id}`);
}

export const deleteImages = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<number> =>
  tx.run(sql`delete from image_enhancement where workplace_id = ${workplaceId}
    and image_enhancement_id = any(${[...ids]}::uuid[])`);

/** Products that an undo would give a library image back, by the image's public key. */
export const findReplaced = (
  ex: Executor,
  workplaceId: string,
  keys: readonly string[],
): Promise<{ key: string; product_id: string }[]> =>
  ex.rows(sql`select distinct substring(source_url from '^/pictures/gallery-([0-9a-f]{32})-') as key, product_id
    from image_enhancement where workplace_id = ${workplaceId} and state = 'replaced'
      and substring(source_url from '^/pictures/gallery-([0-9a-f]{32})-') = any(${[...keys]}::text[])`);
