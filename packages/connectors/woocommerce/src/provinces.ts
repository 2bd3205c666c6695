import { ConnectorError } from '@quayside/connector-kit';
import type { WooClient } from './client.ts';
import { rawCountry } from './raw.ts';

/** Names of states by country and code. They do not change from shop to shop but by plug-ins; kept per client call. */
export type Provinces = (countryCode: string, code: string) => string | undefined;

/** Reads the names of the states that a list of addresses needs, each country once. A country without states has none. */
export async function readProvinces(
  client: WooClient,
  addresses: readonly { country: string; state: string }[],
): Promise<Provinces> {
  const wanted = new Set(addresses.filter((entry) => entry.state !== '').map((entry) => entry.country.toLowerCase()));
  const names = new Map<string, string>();
  for (const country of wanted) {
    if (!/^[a-z]{2}$/.test(country)) continue;
    const found = await client
      .get({ path: `data/countries/${country}`, query: { _fields: 'code,states' }, shape: rawCountry })
      .catch((error: unknown) => {
        // A country the shop does not know has no names; the code stands for itself then.
        if (error instanceof ConnectorError && error.kind === 'not-found') return undefined;
        throw error;
      });
    for (const state of found?.states ?? []) names.set(`${country}:${state.code.toUpperCase()}`, state.name);
  }
  return (countryCode, code) => names.get(`${countryCode.toLowerCase()}:${code.toUpperCase()}`);
}
