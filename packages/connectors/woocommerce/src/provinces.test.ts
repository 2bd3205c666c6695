import { expect, test } from 'vitest';
import type { WooClient, WooRequest } from './client.ts';
import { readProvinces } from './provinces.ts';

/** A shop whose only list of states is this one, read as the client reads it. */
const shopWith = (states: unknown[]) =>
  ({
    get: async ({ shape }: WooRequest<never>) =>
      (shape as { parse(json: unknown): unknown }).parse({ code: 'PK', states }),
  }) as unknown as WooClient;

test('a state with a numeric code, as PHP writes the keys of a list, is named like any other', async () => {
  const client = shopWith([
    { code: 12, name: 'Lahore' },
    { code: 'SD', name: 'Sindh' },
  ]);
  const provinces = await readProvinces(client, [{ country: 'PK', state: '12' }]);
  expect([provinces('PK', '12'), provinces('pk', 'sd')]).toEqual(['Lahore', 'Sindh']);
});
