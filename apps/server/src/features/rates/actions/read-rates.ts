import { type Deps, getHttp } from '../../../deps.ts';
import { savePublished } from '../rate-repo.ts';
import { parseEcb } from '../rules/parse-ecb.ts';

/** The last 90 days, so that orders of before are converted at the rate of their day. */
const ECB_URL = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml';

/** Where rates are read: as the settings say, else the sandbox's while there is one, else the European Central Bank. */
export function getRatesUrl({ config, connectors }: Pick<Deps, 'config' | 'connectors'>): string | undefined {
  if (config.ratesUrl) return config.ratesUrl === 'off' ? undefined : config.ratesUrl;
  return connectors.sandboxUrl ? `${connectors.sandboxUrl}/ecb/eurofxref-hist-90d.xml` : ECB_URL;
}

/** Reads the published exchange rates. Throws when they cannot be read; those of before stay. */
export async function readRates(deps: Deps): Promise<void> {
  const url = getRatesUrl(deps);
  if (!url) return;
  const http = getHttp(deps, deps.connectors.isSandboxUrl(url) ? 'sandbox' : 'live', 'rates');
  const response = await http.send({ method: 'GET', url, effect: false, timeoutMs: 20_000, maxBytes: 2_000_000 });
  if (response.status !== 200) throw new Error(`expected exchange rates at ${url}, got status ${response.status}`);
  const published = parseEcb(response.text);
  await deps.db.global((tx) => savePublished(tx, published));
}
