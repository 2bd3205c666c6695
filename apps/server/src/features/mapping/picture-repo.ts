import { createHash } from 'node:crypto';
import { type Executor, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { SAME_IMAGE } from './rules/same-picture.ts';

/** Pictures of a workspace that wait to be read; more are left to later runs. */
const MOST_WANTED = 2_000;
/** How long a worker has a picture before another one may take it. */
const HELD_SECONDS = 300;
/** Pictures that nothing wanted for so long are forgotten. */
const KEPT_DAYS = 60;
/** How often the time of the last use is written. */
const NOTED_DAYS = 7;
export const MOST_TRIES = 3;

const keyOf = (url: string): string => createHash('sha256').update(url).digest('hex');

/** A picture to compare, by its address. */
export interface ComparedPicture {
  url: string;
  mode: Mode;
}

/** Has pictures read that weren't yet. Those that are known stay as they are. */
export async function wantPictures(
  tx: Executor,
  workplaceId: string,
  pictures: readonly ComparedPicture[],
): Promise<void> {
  const rows = [...new Map(pictures.map(({ url, mode }) => [keyOf(url), { url_key: keyOf(url), url, mode }])).values()];
  if (rows.length === 0) return;
  const waiting = await tx.first<{ n: number }>(sql`select count(*)::int as n from (select 1 from picture_hash
    where workplace_id = ${workplaceId} and state = 'wanted' limit ${MOST_WANTED}) w`);
  const room = MOST_WANTED - (waiting?.n ?? 0);
  await tx.run(sql`update picture_hash set wanted_at = now()
    where workplace_id = ${workplaceId} and url_key = any(${rows.map((row) => row.url_key)}::text[])
      and wanted_at < now() - make_interval(days => ${NOTED_DAYS})`);
  if (room <= 0) return;
  await tx.run(sql`insert into picture_hash (workplace_id, url_key, url, mode)
    select ${workplaceId}, r.url_key, r.url, r.mode
    from jsonb_to_recordset(${JSON.stringify(rows.slice(0, room))}::jsonb) as r(url_key text, url text, mode text)
    on conflict (workplace_id, url_key) do nothing`);
}

/** Hashes of pictures that were read, by address. */
export async function findHashes(
  ex: Executor,
  workplaceId: string,
  urls: readonly (string | null)[],
): Promise<Map<string, string>> {
  const keys = [...new Set(urls.flatMap((url) => (url ? keyOf(url) : [])))];
  if (keys.length === 0) return new Map();
  const rows = await ex.rows<{ url: string; hash: string }>(sql`select url, hash from picture_hash
    where workplace_id = ${workplaceId} and url_key = any(${keys}::text[]) and hash is not null`);
  return new Map(rows.map((row) => [row.url, row.hash]));
}

/** Addresses of other pictures that look the same as one of these. */
export async function findSameLooking(
  ex: Executor,
  workplaceId: string,
  hashes: readonly string[],
  most: number,
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await ex.rows<{ url: string }>(sql`select p.url from picture_hash p
    where p.workplace_id = ${workplaceId} and p.hash is not null and exists (select 1 from unnest(${[...new Set(hashes)]}::text[]) h
      where bit_count(('x' || p.hash)::bit(128) # ('x' || h)::bit(128)) <= ${SAME_IMAGE})
    order by p.url_key limit ${most}`);
  return rows.map((row) => row.url);
}

/** Whether pictures wait to be read now. */
export const hasWanted = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from picture_hash where workplace_id = ${workplaceId} and state = 'wanted' and next_at <= now()
    limit 1`)) !== undefined;

/** Takes the next pictures for one worker. Each try counts before it is made, so that a picture that kills it isn't read again and again. */
export const claimPictures = (
  tx: Executor,
  workplaceId: string,
  most: number,
): Promise<(ComparedPicture & { url_key: string; tries: number })[]> =>
  tx.rows(sql`with next as (select workplace_id, url_key from picture_hash
      where workplace_id = ${workplaceId} and state = 'wanted' and next_at <= now()
      order by next_at, url_key limit ${most} for update skip locked)
    update picture_hash p set tries = p.tries + 1, next_at = now() + make_interval(secs => ${HELD_SECONDS})
    from next where p.workplace_id = ${workplaceId} and p.url_key = next.url_key
    returning p.url_key, p.url, p.mode, p.tries`);

export type ReadResult =
  | { url_key: string; state: 'read'; hash: string | null }
  | { url_key: string; state: 'failed'; fault: string }
  | { url_key: string; state: 'wanted'; fault: string; afterSeconds: number };

/** Records how reading pictures ended. */
export async function saveRead(tx: Executor, workplaceId: string, results: readonly ReadResult[]): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map((one) => ({ hash: null, fault: null, afterSeconds: 0, ...one }));
  await tx.run(sql`update picture_hash p set state = r.state, hash = r.hash, fault = r.fault,
      next_at = seconds_after(now(), r."afterSeconds")
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(url_key text, state text, hash text, fault text, "afterSeconds" integer)
    where p.workplace_id = ${workplaceId} and p.url_key = r.url_key and p.state = 'wanted'`);
}

/** Forgets pictures that no run has wanted for long. */
export const deleteOldPictures = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(
    sql`delete from picture_hash where workplace_id = ${workplaceId} and wanted_at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
