import { AUDIT_AREAS, contracts } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { SENTENCES, VERBS, verbOf } from './act-words.ts';

const calls = new Set(
  Object.values<Record<string, { method: string; path: string }>>(contracts)
    .flatMap((feature) => Object.values(feature))
    .map(({ method, path }) => `${method} ${path}`),
);

it('has words only for declared calls and rules', () => {
  const unknown = [...Object.keys(VERBS), ...Object.keys(SENTENCES)].filter((action) => !calls.has(action));
  expect(unknown).toEqual(['enhance-imported', 'optimize-imported-images']);
  for (const verbs of Object.values(VERBS))
    for (const area of Object.keys(verbs)) expect(Object.keys(AUDIT_AREAS)).toContain(area);
});

it('takes a call’s own verb for what it is about, and the change for the rest', () => {
  const action = 'POST /orders/v5/create';
  expect(verbOf({ action, area: 'orders', change: 'changed', entity: 'order' })).toBe('placed');
  expect(verbOf({ action, area: 'wallet', change: 'changed', entity: 'wallet' })).toBe('changed');
  const edit = { action: 'PUT /center/products/bulk_update', area: 'products', entity: 'product' } as const;
  expect(verbOf({ ...edit, change: 'removed' })).toBe('removed');
});

it('says that settings changed, also when they are first saved', () => {
  const save = { action: 'PUT /privacy/retention', area: 'privacy', change: 'created' } as const;
  expect(verbOf({ ...save, entity: 'retention_setting' })).toBe('changed');
  expect(verbOf({ ...save, entity: 'privacy_request' })).toBe('created');
});
