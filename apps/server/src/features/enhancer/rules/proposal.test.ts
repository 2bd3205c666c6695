import { describe, expect, it } from 'vitest';
import type { EnhancedText, Facts } from './enhanced-text.ts';
import { accept, getProposal, isStale, undo } from './proposal.ts';
import { unknownNumbers } from './unknown-numbers.ts';

const facts: Facts = {
  title: 'Mug 350 ml',
  descriptionHtml: '<p>Holds 1,000.0 grams, ٣ colors</p>',
  productType: '',
  options: [{ name: 'Size', values: ['1,5 l'] }],
  specifications: [{ name: 'Height', value: '9.5 cm' }],
};
const before: EnhancedText = { title: 'a', description_html: '<p>b</p>', seo_title: '', seo_description: '' };
const after = { title: 'A', description_html: '<p>B for 12 people</p>' };
const both = ['title', 'description_html'] as const;

describe('a proposal', () => {
  it('names the fields that would change, with the snapshot, and the numbers that nobody knows of', () => {
    expect(getProposal(before, after, facts)).toEqual({
      title: { before: 'a', after: 'A', state: 'open', unknown_numbers: [], forbidden_words: [] },
      description_html: {
        before: '<p>b</p>',
        after: after.description_html,
        state: 'open',
        unknown_numbers: ['12'],
        forbidden_words: [],
      },
    });
    expect(getProposal(before, { ...before, title: 'A' }, facts)).not.toHaveProperty('description_html');
  });

  it('of texts for search engines leaves title and description alone', () => {
    const seo = getProposal(before, { seo_title: 'A & B', seo_description: 'Holds 7 liters' }, facts, ['b']);
    expect(Object.keys(seo)).toEqual(['seo_title', 'seo_description']);
    expect(seo.seo_title).toMatchObject({ before: '', after: 'A & B', forbidden_words: ['b'] });
    expect(seo.seo_description?.unknown_numbers).toEqual(['7']);
    expect(accept(seo, before, [...both, 'seo_title']).words).toEqual({ seo_title: 'A & B' });
  });

  it('is accepted field by field, undone to the snapshot, and accepted again', () => {
    const fields = getProposal(before, after, facts);
    const one = accept(fields, before, ['title']);
    expect([one.words, one.done, one.kept]).toEqual([{ title: 'A' }, ['title'], []]);
    expect(one.fields.description_html?.state).toBe('open');
    const now = { ...before, ...one.words };
    const back = undo(one.fields, now);
    expect([back.words, back.done]).toEqual([{ title: 'a' }, ['title']]);
    expect(accept(back.fields, before, both).done).toEqual(['title', 'description_html']);
  });

  it('is accepted among many, unread, only where nobody undid it and no number is unknown', () => {
    const fields = getProposal(before, after, facts);
    expect(accept(fields, before, both, true).done).toEqual(['title']);
    const back = undo(accept(fields, before, ['title']).fields, { ...before, title: 'A' });
    expect(accept(back.fields, before, both, true)).toMatchObject({ done: [], kept: [] });
  });

  it('points out words that nobody wants, also beside what looks like markup in a title, and is then not accepted unread', () => {
    const fields = getProposal(before, { ...after, title: 'Best <b mug' }, facts, ['best', '<b', 'people', 'worst']);
    expect([fields.title?.forbidden_words, fields.description_html?.forbidden_words]).toEqual([
      ['best', '<b'],
      ['people'],
    ]);
    expect(accept(fields, before, both, true).done).toEqual([]);
    expect(accept(fields, before, both).done).toEqual(['title', 'description_html']);
    const { forbidden_words: _none, ...older } = fields.title ?? { forbidden_words: [] };
    expect(accept({ title: older } as typeof fields, before, both, true).done).toEqual(['title']);
  });

  it('leaves alone what somebody changed since, on the way there and on the way back', () => {
    const fields = getProposal(before, after, facts);
    const mine = { ...before, title: 'mine' };
    expect(accept(fields, mine, both)).toMatchObject({ done: ['description_html'], kept: ['title'] });
    const accepted = accept(fields, before, both).fields;
    expect(undo(accepted, { ...before, ...after, title: 'mine' })).toMatchObject({
      done: ['description_html'],
      kept: ['title'],
      words: { description_html: '<p>b</p>' },
    });
    expect(accepted.title && isStale(accepted.title, 'mine')).toBe(true);
  });

  it('is undone only where it was accepted, and accepted once', () => {
    const fields = getProposal(before, after, facts);
    expect(undo(fields, before)).toMatchObject({ done: [], kept: [] });
    const accepted = accept(fields, before, both);
    expect(accept(accepted.fields, { ...before, ...after }, both)).toMatchObject({ done: [], kept: [] });
  });
});

it('knows numbers however they are written', () => {
  expect(unknownNumbers('<p>350 ml, 1000 g, 9.5 cm, 1.5 l, 3 colors</p>', facts)).toEqual(['3']);
  expect(unknownNumbers('<p>30 days, 100%</p>', facts)).toEqual(['30', '100']);
});
