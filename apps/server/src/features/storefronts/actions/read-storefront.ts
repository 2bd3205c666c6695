import { ConnectorError } from '@quayside/connector-kit';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore, type Problem, problemOf, type Store } from '../../connections/index.ts';
import { keepReading } from '../repo.ts';
import { isScannable } from '../rules/scannable.ts';
import { type ShopInfo, shopInfo } from '../rules/shop-info.ts';

/** What a stranger's page may take: document 1 gives calls 60 s, and a page that needs a quarter of that is no page for shoppers. */
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 3 * 1024 * 1024;

type Read = { info: ShopInfo; problem?: undefined } | { info?: undefined; problem: Problem };

/** What a store's page tells. Throws ConnectorError where it could not be reached. */
async function readPageOf(
  deps: Deps,
  { base_url: url, platform_domain: name }: Store,
  signal: AbortSignal,
): Promise<Read> {
  if (!isScannable(url)) return { problem: { key: 'STOREFRONT_NOT_SCANNED', params: { name } } };
  const answer = await deps.http.send({
    method: 'GET',
    url,
    headers: { accept: 'text/html,application/xhtml+xml' },
    effect: false,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
  if (answer.status >= 400)
    return { problem: { key: 'STOREFRONT_CLOSED', params: { name, status: String(answer.status) } } };
  // Another page may have answered: a marketplace's tells nothing of this store.
  const info = /html/i.test(answer.headers['content-type'] ?? 'text/html')
    ? shopInfo(answer.url ?? url, answer.text)
    : undefined;
  return info ? { info } : { problem: { key: 'STOREFRONT_TELLS_NOTHING', params: { name } } };
}

/** Reads a store's page and keeps what it tells. What passes by itself is tried again; anything else is kept as the reason. */
export async function readStorefront(
  deps: Deps,
  scope: Required<Scope>,
  storeId: string,
  run: { isLastTry: boolean; signal: AbortSignal },
): Promise<void> {
  const { workplaceId } = scope;
  const store = await deps.db.read(scope, (ex) => findStore(ex, workplaceId, storeId));
  if (!store || store.status === 'uninstalled') return;
  const read = await readPageOf(deps, store, run.signal).catch((error: unknown): Read => {
    if (!(error instanceof ConnectorError)) throw error;
    const passes = error.kind === 'temporary' || error.kind === 'rate-limited';
    if (passes && !run.isLastTry) throw error;
    const { key, params } = problemOf(error, store.platform_domain);
    return { problem: { key, params } };
  });
  await deps.db.tenant(scope, async (tx) => {
    await keepReading(tx, workplaceId, storeId, read);
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}
