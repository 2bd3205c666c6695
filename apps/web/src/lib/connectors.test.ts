import { beforeEach, expect, it } from 'vitest';
import { connectorCan, connectorMark, connectorName, getConnectors, setConnectors } from './connectors.ts';

beforeEach(() =>
  setConnectors([
    {
      id: 'crate',
      kind: 'supplier',
      label: 'Crate & Co',
      homepage: 'https://crate.example',
      mark: { letters: 'Cr', color: '#334455' },
      can: ['orders', 'feed'],
      limits: {},
      admin_pages: null,
    },
  ]),
);

it('has the names and marks of the server', () => {
  expect(connectorName('crate')).toBe('Crate & Co');
  expect(connectorMark('crate')).toEqual({ letters: 'Cr', color: '#334455' });
  expect(getConnectors('supplier').map((one) => one.id)).toEqual(['crate']);
  expect(getConnectors('channel')).toEqual([]);
  expect([connectorCan('crate', 'feed'), connectorCan('crate', 'refunds')]).toEqual([true, false]);
});

it('names what has no connector, by its usual name where there is one', () => {
  expect(connectorName('aliexpress')).toBe('AliExpress');
  expect(connectorName('gone-away')).toBe('gone-away');
  expect(connectorName('constructor')).toBe('constructor');
  expect(connectorMark('ebay')).toEqual({ letters: 'e' });
  expect(connectorCan('aliexpress', 'orders')).toBe(false);
});
