import { expect, it } from 'vitest';
import { z } from 'zod';
import { contracts } from './index.ts';
import { idSchema, textsById } from './shapes.ts';

const ID = '018f0000-0000-7000-8000-00000000dead';

it('texts by id are what a record of texts is, with the same faults in the same places', () => {
  const fast = z.object({ names: textsById(5).optional() });
  const record = z.object({ names: z.record(idSchema, z.string().min(1).max(5)).optional() });
  const other = ID.replace('dead', 'beef');
  const values = [
    {},
    { [ID]: 'abc' },
    { [ID]: '' },
    { [ID]: 'abcdef' },
    { [ID]: 7 },
    { [ID]: null, [other]: 'ok' },
    { nobody: 'abc' },
    [],
    ['abc'],
    'abc',
    7,
    null,
    undefined,
  ];
  for (const names of values) {
    const [one, two] = [fast.safeParse({ names }), record.safeParse({ names })];
    expect(one.success, JSON.stringify(names)).toBe(two.success);
    expect(one.data).toEqual(two.data);
    const facts = (error: z.ZodError | undefined) => error?.issues.map(({ code, path }) => ({ code, path }));
    expect(facts(one.error), JSON.stringify(names)).toEqual(facts(two.error));
  }
  expect(z.toJSONSchema(fast).properties).toEqual(z.toJSONSchema(record).properties);
});

it('a payment names supplier orders, orders, or all', () => {
  const { body } = contracts.purchasing.pay;
  for (const one of [{ supplier_order_ids: [ID] }, { order_ids: [ID] }, { all: true }])
    expect(body.safeParse(one).success).toBe(true);
  for (const none of [{}, { order_ids: [ID], all: true }, { order_ids: [ID], supplier_order_ids: [ID] }])
    expect(body.safeParse(none).error?.issues).toMatchObject([
      { path: ['supplier_order_ids'], message: 'PAY_ONE_CHOICE' },
    ]);
});
