import type { StoreValues } from '@quayside/contracts';
import { STORE_FIELDS } from '@quayside/contracts/store-override-fields.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedFields, rebaseValues, toChange } from './values.ts';

const text = fc.option(fc.constantFrom('', 'Mug', 'Cup'), { nil: null });
const values: fc.Arbitrary<StoreValues> = fc.record({
  title: fc.option(fc.constantFrom('Mug', 'Cup'), { nil: null }),
  description_html: text,
  vendor: text,
  product_type: text,
  tags: fc.option(fc.constantFrom(['a'], ['a', 'b'], []), { nil: null }),
  seo_title: text,
  seo_description: text,
  status: fc.option(fc.constantFrom('active' as const, 'draft' as const), { nil: null }),
});

it('sends only what changed, and nothing when nothing did', () => {
  fc.assert(
    fc.property(values, values, (base, draft) => {
      const change = toChange(base, draft);
      expect({ ...base, ...change }).toEqual(draft);
      expect(Object.keys(change ?? {})).toEqual(changedFields(base, draft));
    }),
  );
  fc.assert(
    fc.property(values, (base) => {
      expect(toChange(base, structuredClone(base))).toBeUndefined();
    }),
  );
});

it('keeps my changes and takes everything else as it is saved', () => {
  fc.assert(
    fc.property(values, values, values, (base, mine, theirs) => {
      const own = changedFields(base, mine);
      const { draft, both } = rebaseValues(base, mine, theirs);
      for (const field of STORE_FIELDS) expect(draft[field]).toEqual(own.includes(field) ? mine[field] : theirs[field]);
      for (const field of both) expect(mine[field]).not.toEqual(theirs[field]);
    }),
  );
});
