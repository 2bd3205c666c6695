import { expect, it } from 'vitest';
import { z } from 'zod';
import { type BodyLimits, getBodyLimits } from './body-limits.ts';
import { type Call, contracts } from './index.ts';

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
}

const NONE: BodyLimits = { bytes: 0, items: 0, keys: 0, depth: 0 };
const LENGTH: Record<string, number> = { uuid: 36, 'date-time': 40 };

const larger = (a: BodyLimits, b: BodyLimits): BodyLimits => ({
  bytes: Math.max(a.bytes, b.bytes),
  items: Math.max(a.items, b.items),
  keys: Math.max(a.keys, b.keys),
  depth: Math.max(a.depth, b.depth),
});
const sum = (a: BodyLimits, b: BodyLimits, times = 1): BodyLimits => ({
  bytes: a.bytes + times * b.bytes,
  items: a.items + times * b.items,
  keys: a.keys + times * b.keys,
  depth: Math.max(a.depth, b.depth),
});

/** Size of the largest body that a schema accepts, without unlimited records and texts. */
function largest(schema: Schema): BodyLimits {
  if (schema.anyOf) return schema.anyOf.map(largest).reduce(larger, NONE);
  if (schema.const !== undefined) return { ...NONE, bytes: JSON.stringify(schema.const).length };
  if (schema.enum) return { ...NONE, bytes: Math.max(...schema.enum.map((one) => JSON.stringify(one).length)) };
  if (schema.type === 'array') {
    const element = largest(schema.items ?? {});
    const all = sum(
      { ...NONE, bytes: 2 },
      { ...element, bytes: element.bytes + 1, items: element.items + 1 },
      schema.maxItems ?? 0,
    );
    return { ...all, depth: element.depth + 1 };
  }
  if (schema.type === 'object') {
    const all = Object.entries(schema.properties ?? {}).reduce(
      (size, [name, one]) => sum(size, sum({ ...NONE, bytes: name.length + 4, keys: 1 }, largest(one))),
      { ...NONE, bytes: 2 },
    );
    return { ...all, depth: all.depth + 1 };
  }
  if (schema.type === 'string') return { ...NONE, bytes: (LENGTH[schema.format ?? ''] ?? schema.maxLength ?? 0) + 2 };
  return { ...NONE, bytes: 17 };
}

/** Calls with a schema above realistic input, and what their limits allow instead. */
const BEYOND: Record<string, string> = {
  'PUT /center/products/bulk_update': '50 products at once, or one with 2,048 variants; not 50 of the largest',
  'POST /center/products/{id}/map-variant': '250 variants with a few suppliers each; not all of them for every country',
  'POST /products/{id}/map-variant': 'as the one before',
  'POST /center/products/listings/mapped/{productId}/split': 'each of 2,048 variants once, in whatever groups',
  'POST /center/products/import/{productId}/split': 'as the one before',
  'POST /center/products/unmapped/{productId}/split': 'as the one before',
  'POST /orders/v4/preview': '100 orders of up to 100 lines each; not 100 of 500 lines',
  'POST /orders/v5/update-multiple-shipping-method': '500 orders of up to 40 lines each',
  'POST /orders/v5/request': '10,000 orders with a few lines each',
  'POST /orders/v5/create': '10,000 orders with a few lines each',
  'POST /orders/v5/payment': '10,000 supplier orders or 10,000 orders; not both',
};

it('lets through the largest body that the schema of a call accepts', () => {
  const small: string[] = [];
  for (const call of Object.values(contracts).flatMap((feature) => Object.values(feature) as Call[])) {
    if (!call.body) continue;
    const name = `${call.method} ${call.path}`;
    const most = largest(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as Schema);
    const limits = getBodyLimits(call);
    const short = (['bytes', 'items', 'keys', 'depth'] as const).filter((of) => most[of] > limits[of]);
    if (short.length > 0 !== name in BEYOND) small.push(`${name}: ${short.map((of) => `${most[of]} ${of}`).join()}`);
  }
  expect(small).toEqual([]);
});

it('reads 16 KB of what anybody may send, 64 KB of what somebody signed in does, and next to nothing where no body is taken', () => {
  const body = z.object({});
  const bytes = (access: string, more: object = {}) => getBodyLimits({ access, ...more }).bytes / 1024;
  expect([bytes('public', { body }), bytes('workplace', { body }), bytes('public'), bytes('workplace')]).toEqual([
    16, 64, 1, 1,
  ]);
});
