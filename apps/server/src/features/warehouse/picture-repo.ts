import { type Executor, json, type Sql, sql } from '../../db/index.ts';

/** Whether an image of a product is named by where it comes from, and not by the key of a picture that is here. */
export const isPictureSource = (image: string): boolean => /^(https?|file):/.test(image);

/** The keys of pictures that are here, by their sources. */
export const pictureKeys = async (tx: Executor, sources: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (
      await tx.rows<{ source: string; key: string }>(sql`select source, key from warehouse.picture
        where source = any(${[...sources]}::text[]) and state = 'ready'`)
    ).map(({ source, key }) => [source, key]),
  );

/**
 * Notes pictures that products name. One that could not be fetched before is tried again; an uploaded file that isn't here yet
 * counts as failed, because it can't be fetched.
 */
export async function wantPictures(tx: Executor, sources: readonly string[], now: string): Promise<void> {
  const rows = [...new Set(sources)].sort().map((source) => ({
    source,
    state: source.startsWith('file:') ? 'failed' : 'waiting',
    fault: source.startsWith('file:') ? 'PICTURE_NOT_UPLOADED' : null,
  }));
  if (rows.length === 0) return;
  await tx.run(sql`insert into warehouse.picture (source, state, fault, next_try_at)
    select source, state, fault, ${now}::timestamptz from jsonb_to_recordset(${json(rows)}) as r (source text, state text, fault text)
    on conflict (source) do update set state = excluded.state, fault = excluded.fault, tries = 0, next_try_at = excluded.next_try_at
      where picture.state = 'failed'`);
}

/** Claims pictures that are due until a time. */
export const claimPictures = (
  tx: Executor,
  now: string,
  until: string,
  most: number,
): Promise<{ source: string; tries: number }[]> =>
  tx.rows(sql`update warehouse.picture set tries = tries + 1, next_try_at = ${until}::timestamptz
    where source in (select source from warehouse.picture where state = 'waiting' and next_try_at <= ${now}::timestamptz
      order by next_try_at, source limit ${most} for update skip locked)
    returning source, tries`);

/** Ids of imported products that show a picture. */
const naming = (source: string | Sql): Sql => sql`select product_id from warehouse.product
    where handle is not null and images @> array[${source}]::text[]
  union select product_id from warehouse.variant where image = ${source}`;

/** Keeps a picture's key. The products that show it count as changed, so that their readers hear of it. */
export async function pictureReady(tx: Executor, source: string, key: string, now: string): Promise<void> {
  await tx.run(sql`insert into warehouse.picture (source, state, key, next_try_at) values (${source}, 'ready', ${key}, ${now}::timestamptz)
    on conflict (source) do update set state = 'ready', key = excluded.key, fault = null`);
  await tx.run(sql`update warehouse.product p set updated_at = ${now}::timestamptz
    where p.product_id in (${naming(source)})`);
}

export const pictureFailed = (tx: Executor, source: string, fault: string): Promise<number> =>
  tx.run(
    sql`update warehouse.picture set state = 'failed', fault = ${fault} where source = ${source} and state = 'waiting'`,
  );

export const pictureLater = (tx: Executor, source: string, at: string): Promise<number> =>
  tx.run(
    sql`update warehouse.picture set next_try_at = ${at}::timestamptz where source = ${source} and state = 'waiting'`,
  );

/** Tries pictures again that could not be fetched. Files that were never uploaded stay. */
export const retryPictures = (tx: Executor, now: string): Promise<number> =>
  tx.run(sql`update warehouse.picture set state = 'waiting', fault = null, tries = 0, next_try_at = ${now}::timestamptz
    where state = 'failed' and not source like 'file:%'`);

export interface FailedPicture {
  source: string;
  fault: string;
  products: string[];
}

/** Failed pictures that products still name, with the titles of some of those products. */
export const failedPictures = (tx: Executor, after: string, size: number): Promise<FailedPicture[]> =>
  tx.rows(sql`select f.source, f.fault, named.products from warehouse.picture f
    cross join lateral (select array_agg(title) as products from (
      select p.title from warehouse.product p where p.product_id in (${naming(sql`f.source`)}) order by p.title limit 3) few) named
    where f.state = 'failed' and f.source > ${after} and named.products is not null order by f.source limit ${size}`);

export const countPictures = async (tx: Executor): Promise<{ ready: number; waiting: number; failed: number }> =>
  (await tx.first<{ ready: number; waiting: number; failed: number }>(sql`select
      count(*) filter (where state = 'ready')::int as ready, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'failed' and exists (${naming(sql`f.source`)}))::int as failed from warehouse.picture f`)) ?? {
    ready: 0,
    waiting: 0,
    failed: 0,
  };
