import { ConnectorError } from '@quayside/connector-kit';
import type { WorkplaceScope } from '../../../db/index.ts';
import { type Deps, getHttp, type Mode } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore, type Store, toProblem } from '../../connections/index.ts';
import { keepReading, type Reading } from '../repo.ts';
import { isScannable } from '../rules/scannable.ts';
import { productLink, shopInfo } from '../rules/shop-info.ts';

/** What a stranger's page may take: document 1 gives calls 60 s, and a page that needs a quarter of that is no page for shoppers. */
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 3 * 1024 * 1024;

const fetchPage = (deps: Deps, mode: Mode, url: string, signal: AbortSignal) =>
  getHttp(deps, mode, 'storefront').send({
    method: 'GET',
    url,
    headers: { accept: 'text/html,application/xhtml+xml' },
    effect: false,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
type Answer = Awaited<ReturnType<typeof fetchPage>>;
const isPage = ({ status, headers }: Answer): boolean =>
  status < 400 && /html/i.test(headers['content-type'] ?? 'text/html');

/** The page of a product that the shop's page links to; empty where there is none, or it cannot be had: it only adds to the rest. */
async function productPage(deps: Deps, mode: Mode, shop: string, html: string, signal: AbortSignal): Promise<string> {
  const link = productLink(shop, html);
  if (!link) return '';
  return fetchPage(deps, mode, link, signal).then(
    (answer) => (isPage(answer) ? answer.text : ''),
    (error: unknown) => {
      if (error instanceof ConnectorError) return '';
      throw error;
    },
  );
}

/** What a store's pages tell. Throws ConnectorError where the first could not be reached. */
async function readPagesOf(
  deps: Deps,
  { base_url: url, mode, platform_domain: name }: Store,
  signal: AbortSignal,
): Promise<Reading> {
  if (!isScannable(url)) return { problem: { key: 'STOREFRONT_NOT_SCANNED', params: { name } } };
  const answer = await fetchPage(deps, mode, url, signal);
  const shop = answer.url ?? url;
  const led = new URL(shop).host === new URL(url).host ? {} : { ledTo: new URL(shop).host };
  if (answer.status >= 400)
    return { problem: { key: 'STOREFRONT_CLOSED', params: { name, status: String(answer.status) } }, ...led };
  // Another page may have answered: a marketplace's tells nothing of this store.
  const info = isPage(answer)
    ? shopInfo(shop, answer.text, await productPage(deps, mode, shop, answer.text, signal))
    : undefined;
  return { ...(info ? { info } : { problem: { key: 'STOREFRONT_TELLS_NOTHING', params: { name } } }), ...led };
}

/** Reads a store's page and keeps what it tells. What passes by itself is tried again; anything else is kept as the reason. */
export async function readStorefront(
  deps: Deps,
  scope: WorkplaceScope,
  storeId: string,
  run: { isLastTry: boolean; signal: AbortSignal },
): Promise<void> {
  const { workplaceId } = scope;
  const store = await deps.db.read(scope, (ex) => findStore(ex, workplaceId, storeId));
  if (!store || store.status === 'uninstalled') return;
  const read = await readPagesOf(deps, store, run.signal).catch((error: unknown): Reading => {
    if (!(error instanceof ConnectorError)) throw error;
    const passes = error.kind === 'temporary' || error.kind === 'rate-limited';
    if (passes && !run.isLastTry) throw error;
    const { key, params } = toProblem(error, store.platform_domain);
    return { problem: { key, params } };
  });
  await deps.db.tenant(scope, async (tx) => {
    await keepReading(tx, workplaceId, storeId, read);
    await publish(tx, workplaceId, 'stores', [storeId]);
  });
}
