import { describe, expect, it } from 'vitest';
import type { LinkedStore } from '../../lib/account.ts';
import { hasActiveStore, storeChoices } from './store-choices.ts';

const store = (id: string, status: LinkedStore['status'] = 'active'): LinkedStore => ({
  id,
  workplace_id: 'w',
  platform: 'woocommerce',
  platform_domain: `${id}.test`,
  store_name: id,
  status,
  currency: 'USD',
  is_default: false,
  is_sandbox: false,
  moving: null,
  plan_name: null,
  owner_name: null,
  owner_email: null,
  owner_id: 'o',
  metadata: { external_channels: [] },
  created_at: '2026-01-01T00:00:00.000Z',
});
const held = (choices: ReturnType<typeof storeChoices>) => choices.map((one) => [one.store.id, one.disabled]);

describe('the store selector', () => {
  it('B034: lists the connected stores by their domains', () => {
    const choices = storeChoices([store('a'), store('b')], 'a', { limit: -1 });
    expect(choices.map((one) => one.store.platform_domain)).toEqual(['a.test', 'b.test']);
  });
  it('B035: is not there without an active store', () => {
    expect(hasActiveStore([])).toBe(false);
    expect(hasActiveStore([store('a', 'needs_reconnect'), store('b', 'uninstalled')])).toBe(false);
    expect(hasActiveStore([store('a', 'needs_reconnect'), store('b')])).toBe(true);
  });
  it('B036: a store that is not active cannot be chosen', () => {
    expect(held(storeChoices([store('a'), store('b', 'needs_reconnect')], 'a', { limit: -1 }))).toEqual([
      ['a', undefined],
      ['b', 'needs_reconnect'],
    ]);
  });
  it('B037, B101: another store needs WP_ADD_STORE, the current one never', () => {
    const stores = [store('a'), store('b')];
    expect(held(storeChoices(stores, 'a', { limit: 0 }))).toEqual([
      ['a', undefined],
      ['b', 'plan'],
    ]);
    for (const limit of [2, -1])
      expect(held(storeChoices(stores, 'a', { limit })).map(([, disabled]) => disabled)).toEqual([
        undefined,
        undefined,
      ]);
    expect(held(storeChoices(stores, 'a', undefined)).map(([, disabled]) => disabled)).toEqual([undefined, undefined]);
  });
});
