import { describe, expect, it } from 'vitest';
import { EMPTY_FORM, toChanges } from './change-form.ts';

describe('the form of changes for many products', () => {
  it('asks for nothing while it is empty', () => {
    expect(toChanges(EMPTY_FORM)).toEqual({ changes: undefined, wrong: [] });
    expect(toChanges({ ...EMPTY_FORM, title_prefix: '  ', add_tags: ' , ' })).toEqual({
      changes: undefined,
      wrong: [],
    });
  });

  it('keeps the spaces of a prefix, and splits tags', () => {
    const { changes } = toChanges({
      ...EMPTY_FORM,
      title_prefix: 'Sale: ',
      add_tags: 'new, blue ,new',
      vendor: ' Ada ',
    });
    expect(changes).toEqual({ title_prefix: 'Sale: ', add_tags: ['new', 'blue'], vendor: 'Ada' });
  });

  it('takes percentages in their range and names the others', () => {
    expect(toChanges({ ...EMPTY_FORM, price_percent: '-10 %', no_compare_at: true }).changes).toEqual({
      price_percent: -10,
      compare_at_percent: null,
    });
    expect(toChanges({ ...EMPTY_FORM, price_percent: '-100', compare_at_percent: '0' })).toEqual({
      changes: undefined,
      wrong: ['price_percent', 'compare_at_percent'],
    });
  });
});
