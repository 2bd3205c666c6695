import { type ConnectorContext, ConnectorError, type StoreFacts } from '@quayside/connector-kit';
import { z } from 'zod';
import { normalizeAddress } from './address.ts';
import { createClient } from './client.ts';
import { parseJson, toFailure } from './failures.ts';
import { rawIndex, rawSettings, rawStatus } from './raw.ts';

/** modified_after, by which changed orders are read, came with this version. */
const OLDEST = '5.8';

type Index = z.output<typeof rawIndex> & { answered: string };

/** WordPress's own description of itself, in either form of permalink, or where the page's Link header says it is. */
async function readIndex(ctx: ConnectorContext): Promise<Index | undefined> {
  const ask = (url: string) =>
    ctx.http.send({ method: 'GET', url, effect: false, headers: { accept: 'application/json' } });
  const read = async (url: string): Promise<Index | undefined> => {
    const response = await ask(url);
    if (response.status === 429 || response.status >= 500) throw toFailure(response, false, ctx.clock.millis());
    const parsed = rawIndex.safeParse(parseJson(response));
    const answered = (response.url ?? url).replace(/(wp-json\/?|\?rest_route=\/)$/, '').replace(/\/+$/, '');
    return parsed.success ? { ...parsed.data, answered } : undefined;
  };
  const direct = (await read(`${ctx.baseUrl}/wp-json/`)) ?? (await read(`${ctx.baseUrl}/?rest_route=/`));
  if (direct) return direct;
  const { headers } = await ask(`${ctx.baseUrl}/`);
  const linked = /<([^>]+)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(headers.link ?? '')?.[1];
  return linked && URL.canParse(linked) ? read(linked) : undefined;
}

const notAShop = (detail: string): ConnectorError => new ConnectorError('rejected', detail, { code: 'not_a_shop' });

/** Whether the key may write, found out without writing: an empty batch passes the permission check and does nothing. */
async function mayWrite(ctx: ConnectorContext): Promise<boolean> {
  try {
    await createClient(ctx).send('POST', { path: 'products/batch', shape: z.unknown(), body: {} });
    return true;
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'auth') return false;
    throw error;
  }
}

/** The site's root as it knows itself, when that is another than was asked for (it redirected to www or to https). */
function movedTo(ctx: ConnectorContext, index: Index | undefined): string | undefined {
  if (!index || index.answered === ctx.baseUrl) return undefined;
  const sameHost =
    new URL(index.answered).host.replace(/^www\./, '') === new URL(ctx.baseUrl).host.replace(/^www\./, '');
  return sameHost ? index.answered : undefined;
}

/** Compares dotted version numbers; a suffix like -beta counts as the version itself. */
export function isOlder(version: string, than: string): boolean {
  const parts = (text: string) => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [parts(version), parts(than)];
  for (let i = 0; i < Math.max(a.length, b.length); i += 1)
    if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) < (b[i] ?? 0);
  return false;
}

/**
 * Proves address and keys, and reads the store's facts. Tells apart: unreachable, no WordPress, no WooCommerce, too old,
 * wrong key, a key that may not read (refused), one that may not write (a missing scope).
 */
export async function verify(given: ConnectorContext): Promise<StoreFacts> {
  const index = await readIndex(given);
  const baseUrl = movedTo(given, index);
  const ctx = baseUrl ? { ...given, baseUrl } : given;
  // Some shops hide the description from strangers; then the keys decide.
  if (index && !index.namespaces.includes('wc/v3')) {
    if (index.namespaces.some((name) => name.startsWith('wc/')))
      throw new ConnectorError('rejected', `expected WooCommerce ${OLDEST} or newer`, {
        code: 'version_too_old',
      });
    throw notAShop('this is a WordPress site without WooCommerce');
  }
  const client = createClient(ctx);
  const status = await client
    .get({ path: 'system_status', query: { _fields: 'environment.version,settings.currency' }, shape: rawStatus })
    .catch(async (error: unknown) => {
      if (!(error instanceof ConnectorError)) throw error;
      if (!index && ['unexpected', 'rejected', 'not-found'].includes(error.kind))
        throw notAShop('nothing at this address answers like WordPress');
      // The same answer for a wrong key and for a key that may only write: the second can be told by writing nothing.
      if (error.kind === 'auth' && error.code === undefined && (await mayWrite(ctx)))
        throw new ConnectorError('auth', 'read', { code: 'missing_scope' });
      throw error;
    });
  const { version } = status.environment;
  if (isOlder(version, OLDEST))
    throw new ConnectorError('rejected', `WooCommerce ${version} is older than ${OLDEST}`, { code: 'version_too_old' });
  const settings = await client.get({
    path: 'settings/general',
    query: { _fields: 'id,value' },
    shape: rawSettings,
  });
  const place = settings.find((setting) => setting.id === 'woocommerce_default_country')?.value;
  const country = typeof place === 'string' ? place.split(':')[0] : undefined;
  const writes = await mayWrite(ctx);
  return {
    platformDomain: normalizeAddress(ctx.baseUrl).platformDomain,
    ...(baseUrl ? { baseUrl } : {}),
    name: index?.name || normalizeAddress(ctx.baseUrl).platformDomain,
    currency: status.settings.currency,
    ...(country ? { country } : {}),
    ...(index?.timezone_string ? { timeZone: index.timezone_string } : {}),
    planName: `WooCommerce ${version}`,
    scopes: writes ? ['read', 'write'] : ['read'],
    missingScopes: writes ? [] : ['write'],
  };
}
