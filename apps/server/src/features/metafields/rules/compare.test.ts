import { metafieldPrint } from '@quayside/connector-kit';
import { describe, expect, it } from 'vitest';
import { compareMetafields } from './compare.ts';

const type = 'single_line_text_field';
const ours = (value: string, more: { again?: boolean; removed?: boolean } = {}) => [
  { namespace: 'custom', key: 'a', name: 'A', type, value, again: false, removed: false, ...more },
];
const both = (base: string | null, theirs: string | null) => {
  const of = (value: string | null): Record<string, string> => (value === null ? {} : { 'custom.a': value });
  return {
    known: of(base === null ? null : metafieldPrint({ type, value: base })),
    sent: of(base),
    seen: of(theirs),
  };
};

describe('a metafield compared with the store', () => {
  it.each([
    ['the same on both sides', ours('1'), both('1', '1'), undefined],
    ['only ours changed', ours('2'), both('1', '1'), 'write'],
    ['only theirs changed', ours('1'), both('1', '2'), 'theirs'],
    ['both changed', ours('2'), both('1', '3'), 'conflict'],
    ['both changed, ours chosen', ours('2', { again: true }), both('1', '3'), 'write'],
    ['new here', ours('1'), both(null, null), 'write'],
    ['new on both sides', ours('1'), both(null, '2'), 'conflict'],
    ['removed there', ours('1'), both('1', null), 'theirs'],
    ['removed here', ours('1', { removed: true }), both('1', '1'), 'write'],
    ['removed here, changed there', ours('1', { removed: true }), both('1', '2'), 'conflict'],
    ['removed here, changed there, ours chosen', ours('1', { removed: true, again: true }), both('1', '2'), 'write'],
    ['removed on both sides', ours('1', { removed: true }), both('1', null), undefined],
  ] as const)('%s', (_what, values, sides, verdict) => {
    expect(compareMetafields(values, sides)[0]?.verdict).toBe(verdict);
  });

  it('shows all three values, and none of ours where it was removed', () => {
    expect(compareMetafields(ours('2'), both('1', '3'))).toEqual([
      { id: 'custom.a', name: 'A', type, ours: '2', sent: '1', theirs: '3', verdict: 'conflict', choice: null },
    ]);
    expect(compareMetafields(ours('2', { removed: true }), both('1', '3'))[0]).toMatchObject({ ours: null });
  });
});
