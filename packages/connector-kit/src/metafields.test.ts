import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type HeldMetafield,
  type MetafieldRecord,
  type MetafieldValue,
  metafieldId,
  metafieldPrint,
  metafieldText,
  planMetafields,
} from './metafields.ts';

const text = (key: string, value: string): MetafieldValue => ({
  namespace: 'custom',
  key,
  type: 'single_line_text_field',
  value,
});
const held = (field: MetafieldValue, more: Partial<HeldMetafield> = {}): HeldMetafield => ({
  ...field,
  digest: `d${field.value}`,
  isDefined: true,
  ...more,
});
const store = (...all: HeldMetafield[]) => new Map(all.map((one) => [metafieldId(one), one]));
const sent = (...all: MetafieldValue[]): MetafieldRecord =>
  Object.fromEntries(all.map((one) => [metafieldId(one), { sent: metafieldPrint(one) }]));
const want = (...values: MetafieldValue[]) => ({ values, again: [] as string[] });

test('values that mean the same have one fingerprint', () => {
  const same = (type: string, one: string, other: string) =>
    metafieldPrint({ type, value: one }) === metafieldPrint({ type, value: other });
  expect(same('number_decimal', '5', '5.0')).toBe(true);
  expect(same('number_integer', '-0', '+0')).toBe(true);
  expect(same('number_decimal', '0.50', '.5')).toBe(true);
  expect(same('weight', '{"value":2.5,"unit":"kg"}', '{"unit":"KILOGRAMS","value":2.50}')).toBe(true);
  expect(same('dimension', '{"value":2,"unit":"cm"}', '{"value":2,"unit":"mm"}')).toBe(false);
  expect(same('list.single_line_text_field', '["a", "b"]', '["a","b"]')).toBe(true);
  expect(same('list.single_line_text_field', '["a","b"]', '["b","a"]')).toBe(false);
  expect(same('color', '#FFAA00', '#ffaa00')).toBe(true);
  expect(same('multi_line_text_field', 'a\r\nb', 'a\nb')).toBe(true);
  expect(same('single_line_text_field', '5', '5.0')).toBe(false);
  expect(same('number_integer', 'no number', 'no number')).toBe(true);
});

test('measurements have short units', () => {
  expect(metafieldText({ type: 'weight', value: '{"value":2.5,"unit":"KILOGRAMS"}' })).toBe(
    '{"value":2.5,"unit":"kg"}',
  );
  expect(metafieldText({ type: 'weight', value: 'none' })).toBe('none');
  expect(metafieldText({ type: 'json', value: '{"unit":"KILOGRAMS"}' })).toBe('{"unit":"KILOGRAMS"}');
});

test('a value that the store lacks is set, and only if nobody sets it meanwhile', () => {
  expect(planMetafields(want(text('a', '1')), {}, store()).set).toEqual([{ field: text('a', '1'), digest: null }]);
});

test('ours is written over what we wrote before', () => {
  const plan = planMetafields(want(text('a', '2')), sent(text('a', '1')), store(held(text('a', '1'))));
  expect(plan.set).toEqual([{ field: text('a', '2'), digest: 'd1' }]);
});

test("the merchant's change stays: theirs where ours is as before, else a conflict; a choice for ours writes it", () => {
  const record = sent(text('a', '1'));
  const there = store(held(text('a', 'edited')));
  expect(planMetafields(want(text('a', '1')), record, there).outcomes).toEqual([
    { id: 'custom.a', state: 'theirs', held: 'edited' },
  ]);
  expect(planMetafields(want(text('a', '2')), record, there).outcomes).toEqual([
    { id: 'custom.a', state: 'conflict', held: 'edited' },
  ]);
  const chosen = planMetafields({ ...want(text('a', '2')), again: ['custom.a'] }, record, there);
  expect(chosen).toMatchObject({ set: [{ digest: 'dedited' }], outcomes: [] });
});

test('a value that the merchant made or deleted is not overwritten', () => {
  expect(planMetafields(want(text('a', '2')), {}, store(held(text('a', 'own')))).outcomes).toEqual([
    { id: 'custom.a', state: 'conflict', held: 'own' },
  ]);
  expect(planMetafields(want(text('a', '1')), sent(text('a', '1')), store()).outcomes).toEqual([
    { id: 'custom.a', state: 'theirs', held: null },
  ]);
});

test('a value that was taken in is changed here, and one that the merchant changed since is a conflict', () => {
  const known = { 'custom.a': metafieldPrint(text('a', 'theirs')) };
  const own = held(text('a', 'theirs'));
  expect(planMetafields({ ...want(text('a', 'theirs')), known }, {}, store(own)).outcomes[0]?.state).toBe('same');
  expect(planMetafields({ ...want(text('a', '2')), known }, {}, store(own)).set).toHaveLength(1);
  const edited = store(held(text('a', 'edited')));
  expect(planMetafields({ ...want(text('a', '2')), known }, {}, edited).outcomes[0]?.state).toBe('conflict');
  expect(planMetafields({ ...want(text('a', 'theirs')), known }, {}, edited).outcomes[0]?.state).toBe('theirs');
});

test('a value removed here goes only as we wrote it', () => {
  const record = sent(text('a', '1'), text('b', '1'));
  const there = store(held(text('a', '1')), held(text('b', 'edited')), held(text('c', 'own')));
  const plan = planMetafields(want(), record, there);
  expect(plan.remove.map(metafieldId)).toEqual(['custom.a']);
  expect(plan.record).toEqual({});
});

test('a value that was taken in and removed here goes, unless the merchant changed it since', () => {
  const known = { 'custom.a': metafieldPrint(text('a', 'theirs')) };
  const removing = { ...want(), known, removed: ['custom.a'] };
  const own = planMetafields(removing, {}, store(held(text('a', 'theirs'))));
  expect([own.remove.map(metafieldId), own.outcomes]).toEqual([['custom.a'], [{ id: 'custom.a', state: 'same' }]]);
  const edited = store(held(text('a', 'edited')));
  const kept = planMetafields(removing, {}, edited);
  expect([kept.remove, kept.outcomes]).toEqual([[], [{ id: 'custom.a', state: 'conflict', held: 'edited' }]]);
  expect(planMetafields({ ...removing, again: ['custom.a'] }, {}, edited).remove).toHaveLength(1);
  expect(planMetafields(removing, {}, store()).outcomes).toEqual([{ id: 'custom.a', state: 'same' }]);
  // Not removed here, only without a value.
  expect(planMetafields({ ...want(), known }, {}, store(held(text('a', 'theirs')))).remove).toEqual([]);
});

test('what was written here, removed here and changed by the merchant stays, with what we wrote', () => {
  const record = sent(text('a', '1'));
  const plan = planMetafields({ ...want(), removed: ['custom.a'] }, record, store(held(text('a', 'edited'))));
  expect(plan).toMatchObject({ remove: [], outcomes: [{ state: 'conflict', held: 'edited' }], record });
});

test('what the store made of our value counts as ours', () => {
  const record = { 'custom.a': { sent: metafieldPrint(text('a', '1')), held: metafieldPrint(text('a', 'One')) } };
  const plan = planMetafields(want(text('a', '2')), record, store(held(text('a', 'One'))));
  expect(plan.set).toHaveLength(1);
});

test('one without a definition is named and left alone', () => {
  const plan = planMetafields(
    want(text('a', '2')),
    sent(text('a', '1')),
    store(held(text('a', '1'), { isDefined: false })),
  );
  expect(plan).toMatchObject({ set: [], remove: [], outcomes: [{ id: 'custom.a', state: 'gone' }] });
});

test("a merchant's value is never written or removed without a choice", () => {
  const value = fc.constantFrom('1', '2', '3');
  const some = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value);
  fc.assert(
    fc.property(some, some, some, (ours, last, theirs) => {
      const fields = (of: Record<string, string>) => Object.entries(of).map(([key, one]) => text(key, one));
      const plan = planMetafields(
        want(...fields(ours)),
        sent(...fields(last)),
        store(...fields(theirs).map((one) => held(one))),
      );
      for (const { field } of plan.set) expect(theirs[field.key]).toBe(last[field.key]);
      for (const { key } of plan.remove) expect(theirs[key]).toBe(last[key]);
      const touched = [...plan.set.map(({ field }) => field.key), ...plan.remove.map(({ key }) => key)];
      for (const key of touched) expect(ours[key] === theirs[key]).toBe(false);
      expect(plan.set.length + plan.outcomes.length).toBe(Object.keys(ours).length);
    }),
  );
});
