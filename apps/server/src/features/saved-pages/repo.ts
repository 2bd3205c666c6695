import type { SavedPage } from '@quayside/contracts';
import { decodeCursor, encodeCursor } from '@quayside/kernel';
import { plainHost } from '@quayside/kernel/plain-host.ts';
import { type Executor, empty, sql } from '../../db/index.ts';
import type { Held } from './rules/plan-saving.ts';

export interface NewPage {
  id: string;
  /** Of the address, in hex. */
  hash: string;
  savedAt: string;
  address: string;
  title: string;
  pictureUrl: string | null;
  price: { amount: number; currency: string } | null;
}

/** Savings in one workplace come one after the other, so that its limit holds and one address is one page. */
export const lockSaving = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`saved_page ${workplaceId}`}, 0))`);

export const countPages = async (ex: Executor, workplaceId: string): Promise<number> =>
  (await ex.first<{ n: number }>(sql`select count(*)::int as n from saved_page where workplace_id = ${workplaceId}`))
    ?.n ?? 0;

/** Those of the saved pages that share an id or an address with what comes. */
export async function findHeld(
  ex: Executor,
  workplaceId: string,
  pages: readonly Pick<NewPage, 'id' | 'hash'>[],
): Promise<Held[]> {
  const ids = pages.map((page) => page.id);
  const hashes = pages.map((page) => page.hash);
  const rows = await ex.rows<{ id: string; hash: string; saved_at: string }>(sql`select saved_page_id as id,
      encode(address_hash, 'hex') as hash, saved_at from saved_page where workplace_id = ${workplaceId}
      and (saved_page_id = any(${ids}::uuid[]) or address_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h))`);
  return rows.map(({ id, hash, saved_at }) => ({ id, hash, savedAt: new Date(saved_at).toISOString() }));
}

const rowOf = (page: NewPage) => ({
  saved_page_id: page.id,
  address: page.address,
  hash: page.hash,
  title: page.title,
  image_url: page.pictureUrl,
  price: page.price?.amount ?? null,
  currency: page.price?.currency ?? null,
  saved_at: page.savedAt,
});

export const insertPages = (tx: Executor, workplaceId: string, pages: readonly NewPage[]): Promise<number> =>
  tx.run(sql`insert into saved_page (workplace_id, saved_page_id, address, address_hash, title, image_url, price, currency, saved_at)
    select ${workplaceId}, r.saved_page_id, r.address, decode(r.hash, 'hex'), r.title, r.image_url, r.price, r.currency, r.saved_at
    from jsonb_to_recordset(${JSON.stringify(pages.map(rowOf))}::jsonb) as r(saved_page_id uuid, address text, hash text,
      title text, image_url text, price bigint, currency text, saved_at timestamptz)
    returning 1`);

export const refreshPages = (
  tx: Executor,
  workplaceId: string,
  pages: readonly { held: string; page: NewPage }[],
): Promise<number> =>
  tx.run(sql`update saved_page p set address = r.address, title = r.title, image_url = r.image_url, price = r.price,
      currency = r.currency, saved_at = r.saved_at
    from jsonb_to_recordset(${JSON.stringify(pages.map(({ held, page }) => ({ ...rowOf(page), saved_page_id: held })))}::jsonb)
      as r(saved_page_id uuid, address text, title text, image_url text, price bigint, currency text, saved_at timestamptz)
    where p.workplace_id = ${workplaceId} and p.saved_page_id = r.saved_page_id`);

export const deletePage = (tx: Executor, workplaceId: string, id: string): Promise<number> =>
  tx.run(sql`delete from saved_page where workplace_id = ${workplaceId} and saved_page_id = ${id}`);

interface Row {
  id: string;
  address: string;
  title: string;
  picture_url: string | null;
  price: number | null;
  currency: string | null;
  saved_at: string;
}

/** One page of the saved ones, newest first. */
export async function listPages(
  ex: Executor,
  workplaceId: string,
  { cursor, size }: { cursor: string | undefined; size: number },
): Promise<{ items: SavedPage[]; next_cursor?: string }> {
  const place = decodeCursor(cursor);
  const after = place ? sql`and (saved_at, saved_page_id) < (${place.at}::timestamptz, ${place.id}::uuid)` : empty;
  const rows =
    await ex.rows<Row>(sql`select saved_page_id as id, address, title, image_url as picture_url, price, currency, saved_at
    from saved_page where workplace_id = ${workplaceId} ${after} order by saved_at desc, saved_page_id desc limit ${size + 1}`);
  const items = rows.slice(0, size).map(({ currency, price, ...row }) => ({
    ...row,
    site: plainHost(row.address),
    price: price === null || currency === null ? null : { amount: price, currency },
  }));
  const last = items.at(-1);
  return rows.length > size && last
    ? { items, next_cursor: encodeCursor({ at: last.saved_at, id: last.id }) }
    : { items };
}
