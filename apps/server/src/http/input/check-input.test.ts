import { type BodyLimits, contracts } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkInput } from './check-input.ts';
import { Faults } from './faults.ts';
import { measureJson } from './measure-json.ts';
import { pathOfNul } from './nul.ts';
import type { Schema } from './split-schema.ts';

const say = (key: string): string => key;
async function checked(schema: Schema, value: unknown) {
  const faults = new Faults(say);
  const data = await checkInput(schema, value, faults);
  return faults.any ? { refusal: faults.refusal(), stopped: faults.stopped } : { data };
}

const list = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.string().trim().max(5), marks: z.array(z.int()).max(1_000).optional() }))
    .min(1)
    .max(5_000)
    .refine((items) => new Set(items.map((one) => one.id)).size === items.length, { error: 'TWICE' }),
  rates: z.record(z.string().regex(/^\w+$/), z.number()).default({}),
  pay: z.boolean().default(false),
});
const items = (count: number) => Array.from({ length: count }, (_, n) => ({ id: ` ${n}` }));

describe('a body that is checked in pieces', () => {
  it('becomes what it becomes when it is checked whole', async () => {
    const value = { items: [...items(4_000), { id: 'x', marks: Array(900).fill(1) }], rates: { a: 1 } };
    expect(await checked(list, value)).toEqual({ data: list.parse(value) });
    const rates = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`r${n}`, n]));
    expect(await checked(list, { items: items(1), rates })).toEqual({ data: list.parse({ items: items(1), rates }) });
  });

  it('names a fault where it is, deep in a long list', async () => {
    const value = { items: items(3_000) as object[], pay: 'yes' };
    value.items[1_234] = { id: 7 };
    value.items[2_345] = { id: 'x', marks: [...Array(700).fill(1), 'x'] };
    const { refusal } = await checked(list, value);
    expect(refusal?.fields).toEqual({
      'items.1234.id': ['INPUT_WRONG_TYPE'],
      'items.2345.marks.700': ['INPUT_WRONG_TYPE'],
      pay: ['INPUT_WRONG_TYPE'],
    });
  });

  it('keeps the rules about a list as a whole', async () => {
    const { refusal: twice } = await checked(list, { items: [...items(999), { id: '7' }] });
    expect(twice?.fields).toEqual({ items: ['TWICE'] });
    const { refusal: many } = await checked(list, { items: items(5_001) });
    expect(many?.fields).toEqual({ items: ['INPUT_TOO_MANY'] });
  });

  it('is not read on once enough is wrong, and says so', async () => {
    let seen = 0;
    const counted = z.strictObject({ items: z.array(z.any().refine(() => ++seen < 0, { error: 'NEVER' })) });
    const { refusal, stopped } = await checked(counted, { items: Array(50_000).fill(1) });
    expect(stopped).toBe(true);
    expect(seen).toBeLessThan(1_000);
    expect(Object.keys(refusal?.fields ?? {})).toHaveLength(20);
    expect(refusal?.messageKey).toBe('INPUT_INVALID_FIELDS_MORE');
    expect(String(refusal?.params.more)).toMatch(/^\d+\+$/);
  });

  it('gives others a turn while a long list is checked', async () => {
    let turns = 0;
    let done = false;
    const count = (): void => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    const busy = (): boolean => {
      const until = performance.now() + 0.2;
      while (performance.now() < until) turns += 0;
      return true;
    };
    const slow = z.strictObject({ items: z.array(z.int().refine(busy)) });
    // Too short to trigger the initial yield of a large input, so it yields while parsing.
    await checkInput(slow, { items: Array(1_000).fill(1) }, new Faults(say));
    done = true;
    expect(turns).toBeGreaterThan(1);
  });

  it('is the same for every declared call as zod alone has it, whatever is sent', async () => {
    const bodies = Object.values(contracts)
      .flatMap((feature) => Object.values(feature))
      .flatMap((call) => ('body' in call && call.body ? [call.body as Schema] : []));
    const value = fc.oneof(
      fc.object({ maxDepth: 2 }),
      fc.record({ product_ids: fc.array(fc.uuid(), { minLength: 190, maxLength: 260 }) }),
      fc.record({ orders: fc.array(fc.record({ order_id: fc.uuid() }), { minLength: 90, maxLength: 130 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bodies), value, async (schema, body) => {
        const whole = schema.safeParse(body);
        const parts = await checked(schema, body);
        if (whole.success) expect(parts).toEqual({ data: whole.data });
        else expect(parts.refusal?.code).toBe('INPUT_INVALID_FIELDS');
      }),
      { numRuns: 300 },
    );
  });
});

describe('a text that is measured before it is parsed', () => {
  const bytes = (text: string): Buffer => Buffer.from(text);
  const isWithin = (text: Buffer, limits: BodyLimits): boolean => measureJson(text, limits) !== undefined;
  const roomy = { bytes: 10_000, items: 5, keys: 4, depth: 3 };

  it.each([
    ['[1,2,3,4,5]', true],
    ['[1,2,3,4,5,6]', false],
    ['{"a":[1,2],"b":[3,4,5]}', true],
    ['{"a":[1,2,3],"b":[3,4,5]}', false],
    ['{"a":1,"b":2,"c":3,"d":4}', true],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5}', false],
    ['[{},{},{},{},{}]', true],
    ['[[["x"]]]', true],
    ['[[[["x"]]]]', false],
    ['{"a":"[[[[[,,,,,,:::::{{{{{"}', true],
    [String.raw`{"a":"\"[[[[[","b\\":"]","c":"\\\"{{{{{{"}`, true],
    [String.raw`["\\",1,2,3,4]`, true],
    [String.raw`["\\",1,2,3,4,5]`, false],
    [']]]][1,2,3,4,5', true],
  ])('%s', (text, within) => expect(isWithin(bytes(text), roomy)).toBe(within));

  it('finds the end of a long text, whatever it holds', () => {
    const texts = fc.array(fc.constantFrom('x', '"', '\\', 'x'.repeat(40), '\\"'), { maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, (one, two) => {
        const text = bytes(JSON.stringify([one.join(''), two.join(''), 1, [], 'x'.repeat(50)]));
        expect(isWithin(text, { bytes: 10_000, items: 6, keys: 0, depth: 2 })).toBe(true);
        expect(isWithin(text, { bytes: 10_000, items: 5, keys: 0, depth: 2 })).toBe(false);
      }),
    );
  });

  it('finds a NUL where JSON.parse makes one, and nowhere else', () => {
    const texts = fc.array(fc.constantFrom('x', '"', '\\', '\0', 'u0000', '\\u0000', 'x'.repeat(60)), { maxLength: 8 });
    fc.assert(
      fc.property(texts, texts, (one, two) => {
        const value = { [one.join('')]: two.join('') };
        expect(measureJson(bytes(JSON.stringify(value)), roomy)).toEqual({ nul: pathOfNul(value) !== undefined });
      }),
    );
  });

  it('counts what JSON.parse finds', () => {
    const count = (value: unknown): { items: number; keys: number; depth: number } => {
      if (typeof value !== 'object' || value === null) return { items: 0, keys: 0, depth: 0 };
      const inner = Object.values(value).map(count);
      const own = Array.isArray(value)
        ? { items: Math.max(1, value.length), keys: 0 }
        : { items: 0, keys: Object.keys(value).length };
      return {
        items: inner.reduce((sum, one) => sum + one.items, own.items),
        keys: inner.reduce((sum, one) => sum + one.keys, own.keys),
        depth: 1 + Math.max(0, ...inner.map((one) => one.depth)),
      };
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = bytes(JSON.stringify(value));
        const exact = { bytes: text.length, ...count(JSON.parse(text.toString())) };
        expect(isWithin(text, exact)).toBe(true);
        for (const of of ['items', 'keys', 'depth'] as const)
          if (exact[of] > 0) expect(isWithin(text, { ...exact, [of]: exact[of] - 1 }), of).toBe(false);
      }),
    );
  });
});

it('finds a NUL wherever it is, and none where there is none', () => {
  expect(pathOfNul({ a: [{ b: 'x\0' }] })).toBe('a.0.b');
  expect(pathOfNul({ a: { 'b\0': 1 } })).toBe('a.b');
  expect(pathOfNul('\0')).toBe('');
  expect(pathOfNul({ a: ['\\u0000', null, 1] })).toBeUndefined();
});
