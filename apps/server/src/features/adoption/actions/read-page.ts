import {
  type CatalogPage,
  type CatalogProducts,
  type ChannelConnector,
  type ConnectorContext,
  MOST_CATALOG_IDS,
} from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Store } from '../../connections/index.ts';
import type { AdoptionRow, ChosenProduct } from '../tables.ts';

/** A page of a run. */
export interface RunPage extends CatalogPage {
  /** Products that are here already, which the store wasn't asked for in full. */
  known: number;
  /** Products that were chosen and are no longer in the store. */
  gone: ChosenProduct[];
}

interface Reading {
  connector: ChannelConnector;
  ctx: ConnectorContext;
  store: Store;
  chosen: readonly ChosenProduct[] | null;
  /** Which of some products are here already. */
  findKnown(items: readonly { externalProductId: string; ref?: string }[]): Promise<ReadonlySet<string>>;
  /** Called between two questions to the store; throws when this worker has the run no longer. */
  keep(): Promise<void>;
}

/** Products by id, as many at a time as the connector takes. */
async function readById({ connector, ctx, keep, store }: Reading, ids: readonly string[]): Promise<CatalogProducts> {
  const all: CatalogProducts = { products: [], refused: [] };
  for (let at = 0; at < ids.length; at += MOST_CATALOG_IDS) {
    if (at > 0) await keep();
    const externalProductIds = ids.slice(at, at + MOST_CATALOG_IDS);
    const found = await connector.getProducts?.(ctx, { currency: store.currency, externalProductIds });
    if (!found) throw new AppError('BAD_REQUEST', 'ADOPTION_UNSUPPORTED', { params: { name: store.store_name } });
    all.products.push(...found.products);
    all.refused.push(...found.refused);
  }
  return all;
}

/** The next of the chosen products. The cursor counts those that were read. */
async function nextChosen(reading: Reading, chosen: readonly ChosenProduct[], cursor: string | null): Promise<RunPage> {
  const from = Number(cursor ?? 0);
  const to = from + MOST_CATALOG_IDS;
  const wanted = chosen.slice(from, to);
  const found = await readById(
    reading,
    wanted.map(({ id }) => id),
  );
  const there = new Set([...found.products, ...found.refused].map((one) => one.externalProductId));
  const gone = wanted.filter(({ id }) => !there.has(id));
  return { ...found, known: 0, gone, ...(to < chosen.length ? { nextCursor: String(to) } : {}) };
}

/** The next products that a keyword finds. Only those that aren't here yet are read in full. */
async function nextMatching(reading: Reading, keyword: string, cursor: string | null): Promise<RunPage> {
  const { connector, ctx, findKnown, store } = reading;
  const page = await connector.searchProducts?.(ctx, { keyword, ...(cursor === null ? {} : { cursor }) });
  if (!page) throw new AppError('BAD_REQUEST', 'ADOPTION_UNSUPPORTED', { params: { name: store.store_name } });
  const known = await findKnown(page.items);
  const fresh = page.items.filter((one) => !known.has(one.externalProductId));
  const refused = fresh.flatMap(({ externalProductId, refusal, title }) =>
    refusal ? [{ externalProductId, title, reason: refusal }] : [],
  );
  const found = await readById(
    reading,
    fresh.flatMap((one) => (one.refusal ? [] : one.externalProductId)),
  );
  return {
    products: found.products,
    refused: [...refused, ...found.refused],
    known: page.items.length - fresh.length,
    gone: [],
    ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
  };
}

/** The next page of what a run takes in: all products of the store, those that were chosen, or those that match. */
export async function readPage(reading: Reading, { cursor, keyword }: AdoptionRow): Promise<RunPage> {
  const { chosen, connector, ctx, store } = reading;
  if (chosen) return nextChosen(reading, chosen, cursor);
  if (keyword !== null) return nextMatching(reading, keyword, cursor);
  const page = await connector.listProducts?.(ctx, {
    currency: store.currency,
    ...(cursor === null ? {} : { cursor }),
  });
  if (!page) throw new AppError('BAD_REQUEST', 'ADOPTION_UNSUPPORTED', { params: { name: store.store_name } });
  return { ...page, known: 0, gone: [] };
}
