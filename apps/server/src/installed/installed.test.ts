import type { ConnectorManifest } from '@quayside/connector-kit';
import { PUBLISHED } from '@quayside/contracts/published-figures.ts';
import { describe, expect, it } from 'vitest';
import { byId, connectorLabel, getManifests, installed } from './index.ts';

const manifest = (change: Partial<ConnectorManifest> = {}): ConnectorManifest => ({
  id: 'crate',
  label: 'Crate & Co',
  homepage: 'https://crate.example',
  mark: { letters: 'Cr', color: '#334455' },
  settings: [],
  connect: {},
  ...change,
});

it('every connector of the installation is sound, and no setting belongs to two', () => {
  const manifests = getManifests(installed);
  expect(manifests.length).toBeGreaterThan(4);
  const names = manifests.flatMap(({ settings }) => settings.map(({ env }) => env));
  expect(new Set(names).size).toBe(names.length);
});

describe('a connector can do what it claims, and no more', () => {
  it.each(Object.values(installed.suppliers).map((one) => [one.id, one] as const))('%s', (_id, one) => {
    expect(one.cancelOrder !== undefined).toBe(one.capabilities.cancel);
    expect(one.feed !== undefined).toBe(one.capabilities.feed);
    expect([one.verifyWebhook !== undefined, one.ensureWebhooks !== undefined]).toEqual(
      Array(2).fill(one.webhooks !== undefined),
    );
    expect(one.webhookSecretOf !== undefined).toBe(one.webhooks?.signedWith === 'account');
  });

  it.each(Object.values(installed.channels).map((one) => [one.id, one] as const))('%s', (_id, one) => {
    const { publications, refunds } = one.capabilities;
    expect([one.createRefund !== undefined, one.findRefund !== undefined]).toEqual([refunds, refunds]);
    expect(one.publications !== undefined).toBe(publications);
    expect([one.authorizeUrl !== undefined, one.finishAuthorize !== undefined]).toEqual(
      Array(2).fill(one.connect.browser !== undefined),
    );
  });
});

it('B003: the five channels of the specification have names, with or without a connector', () => {
  for (const id of PUBLISHED.platforms) expect(connectorLabel(id), id).not.toBe(id);
});

describe('connectors by id', () => {
  it('have no keys but theirs', () => {
    const all = byId([manifest()]);
    expect(Object.keys(all)).toEqual(['crate']);
    for (const name of ['constructor', 'toString', '__proto__']) expect(all[name], name).toBeUndefined();
  });

  it('are refused where two have the same id', () =>
    expect(() => byId([manifest(), manifest({ label: 'Another' })])).toThrow('Duplicate connector id: crate.'));

  it.each<[string, Partial<ConnectorManifest>]>([
    ['an id of other letters', { id: 'Crate' }],
    ['no label', { label: ' ' }],
    ['a home page without https', { homepage: 'http://crate.example' }],
    ['a mark of three letters', { mark: { letters: 'Cra', color: '#334455' } }],
    ['a colour by name', { mark: { letters: 'C', color: 'red' } }],
    [
      'a setting in small letters',
      { settings: [{ env: 'crate_key', sets: 'baseUrl', type: 'url', required: true, help: '' }] },
    ],
  ])('are refused with %s', (_fault, change) => expect(() => byId([manifest(change)])).toThrow());
});
