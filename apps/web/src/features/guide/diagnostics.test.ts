import { expect, it } from 'vitest';
import { diagnosticSummary } from './diagnostics.ts';

const facts = {
  version: '1.2.3',
  sandbox: true,
  browser: 'Firefox 140',
  language: 'de',
  timeZone: 'Europe/Berlin',
  window: { width: 1440, height: 900 },
  isOnline: true,
  role: 'owner',
  stores: [
    { platform: 'woocommerce', status: 'active' },
    { platform: 'woocommerce', status: 'active' },
    { platform: 'shopify', status: 'needs_reconnect' },
  ],
  suppliers: [],
};

it('counts connections by state and leaves out whatever names a person or a store', () => {
  const stores = facts.stores.map((store) => ({
    ...store,
    store_name: 'Harbour Goods',
    owner_email: 'ada@example.com',
  }));
  expect(diagnosticSummary({ ...facts, stores }).split('\n')).toEqual([
    'Quayside 1.2.3, sandbox on',
    'Browser: Firefox 140',
    'Language: de; time zone: Europe/Berlin; window: 1440 × 900',
    'Online: yes',
    'Role: owner',
    'Stores: woocommerce active (2), shopify needs_reconnect',
    'Suppliers: none',
  ]);
});
