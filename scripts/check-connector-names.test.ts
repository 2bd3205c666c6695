import { expect, it } from 'vitest';
import { connectorNames } from './check-connector-names.mjs';

const faults = (files: Record<string, string>, reasons: Record<string, string> = {}): string[] =>
  connectorNames(new Map(Object.entries(files)), ['stripe', 'cj'], reasons);

it.each([
  ["if (id === 'stripe') pay();"],
  ['const connectStripe = 1;'],
  ['env.STRIPE_KEY'],
  ["post('/webhooks/payment/stripe')"],
  ["const ids = ['cj'];"],
  ['env.CJ_API_KEY'],
])('finds %s', (text) => expect(faults({ 'apps/a/one.ts': text })).toHaveLength(1));

it.each([
  ["const shirt = 'Striped, in stripes';"],
  ['const projection = 1;'],
  ['// stripe is written like this'],
  ['/** CJ, webhook/set. */\nconst one = 1;'],
])('leaves %s alone', (text) => expect(faults({ 'apps/a/one.ts': text })).toEqual([]));

it('lets connectors, stand-ins and tests name whom they are about', () => {
  const text = "export const id = 'stripe';";
  const files = [
    'packages/connectors/stripe/src/index.ts',
    'packages/sandbox/src/stripe/index.ts',
    'apps/a/one.test.ts',
  ];
  expect(faults(Object.fromEntries(files.map((file) => [file, text])))).toEqual([]);
});

it('takes an exception by file or by folder, and refuses one that is not needed', () => {
  const files = { 'apps/a/one.ts': "'cj'", 'apps/b/two.ts': "'cj'", 'apps/c/three.ts': '1' };
  expect(faults(files, { 'apps/a/one.ts': 'because', 'apps/b/': 'because' })).toEqual([]);
  expect(faults(files, { 'apps/a/one.ts': 'because', 'apps/b/': 'because', 'apps/c/': 'because' })).toEqual([
    'connector-names.json lists apps/c/, which names no connector: remove the entry.',
  ]);
  expect(faults(files, { 'apps/a/one.ts': 'because' })).toEqual([
    "apps/b/two.ts names cj: ask the connector's manifest instead.",
  ]);
});
