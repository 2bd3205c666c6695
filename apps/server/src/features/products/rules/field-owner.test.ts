import type { FieldValue } from '@quayside/connector-kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FieldCase, type FieldChoice, judgeField, nextSent, type SentValue } from './field-owner.ts';

const sent = (ours: FieldValue, held: FieldValue = ours): SentValue => ({ ours, held });
type Case = Omit<FieldCase, 'field'> & { field?: string };
const judge = (one: Case) => judgeField({ field: 'title', ...one });

describe('whose value a field keeps', () => {
  test.each<[string, Case, string]>([
    ['nobody changed it', { ours: 'Mug', sent: sent('Mug'), held: 'Mug' }, 'same'],
    ['the store words it differently', { ours: '<p>A', sent: sent('<p>A', '<p>A</p>'), held: '<p>A</p>' }, 'same'],
    ['we changed it', { ours: 'Cup', sent: sent('Mug'), held: 'Mug' }, 'write'],
    ['the merchant changed it', { ours: 'Mug', sent: sent('Mug'), held: 'Mug!' }, 'theirs'],
    ['both changed it', { ours: 'Cup', sent: sent('Mug'), held: 'Mug!' }, 'conflict'],
    ['both changed it to the same', { ours: 'Cup', sent: sent('Mug'), held: 'Cup' }, 'same'],
    ['no record, and it differs', { ours: 'Cup', held: 'Mug' }, 'conflict'],
    ['no record, and it is the same', { ours: 'Mug ', held: 'Mug' }, 'same'],
    ['a new field that the store lacks', { ours: 'Mug' }, 'write'],
    ['not reported, and unchanged here', { ours: 5, sent: { ours: 5 } }, 'unchanged'],
    ['not reported, and changed here', { ours: 6, sent: { ours: 5 } }, 'write'],
    ['an empty text that was never written', { ours: '', held: 'Mug!' }, 'theirs'],
    ['a size that was never written', { field: 'lengthMm', ours: null, held: 300 }, 'theirs'],
    ['a size that was cleared here', { field: 'lengthMm', ours: null, sent: sent(300), held: 300 }, 'write'],
    ['a barcode without a record, where there is none', { field: 'barcode', ours: '4006381333931', held: '' }, 'write'],
    ['a barcode without a record, and theirs', { field: 'barcode', ours: '4006381333931', held: '9' }, 'conflict'],
    ['no barcode on either side', { field: 'barcode', ours: '', held: '' }, 'same'],
    ['no barcode of ours', { field: 'barcode', ours: '', held: '4006381333931' }, 'theirs'],
    ['a text that was never written', { ours: 'Cup', held: 'Mug!' }, 'conflict'],
    ['a text that was cleared here', { ours: '', sent: sent('Mug'), held: 'Mug' }, 'write'],
    ['a price that the merchant removed', { ours: null, sent: sent(null), held: 900 }, 'theirs'],
    ['ours was chosen', { ours: 'Cup', sent: sent('Mug'), held: 'Mug!', choice: 'ours' }, 'write'],
    ['theirs was chosen', { ours: 'Cup', sent: sent('Mug'), held: 'Mug!', choice: 'theirs' }, 'theirs'],
    ['ours always wins', { ours: 'Mug', sent: sent('Mug'), held: 'Mug!', oursWins: true }, 'write'],
  ])('%s', (_what, one, verdict) => {
    expect(judge(one)).toBe(verdict);
  });

  test('a description without a record is compared by its text', () => {
    const ours = '<p>Oak,&nbsp;oiled</p>';
    expect(judgeField({ field: 'descriptionHtml', ours, held: '<div>Oak, oiled </div>\n' })).toBe('same');
    expect(judgeField({ field: 'descriptionHtml', ours, held: '<p>Ash, oiled</p>' })).toBe('conflict');
  });
});

/** A field's life: we edit, the merchant edits, we push, a person chooses. The store rewords what it is sent. */
type Step = { edit: string } | { merchant: string } | { choose: FieldChoice } | 'push';
const words = fc.constantFrom('a', 'b', 'c', 'd');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ edit: words }),
  fc.record({ merchant: words }),
  fc.record({ choose: fc.constantFrom<FieldChoice>('ours', 'theirs') }),
  fc.constant<Step>('push'),
);

test('what the merchant wrote is lost only where a person chose ours', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), (steps, rewords) => {
      const worded = (text: string) => (rewords ? `<${text}>` : text);
      let ours = 'a';
      let held = worded(ours);
      let known: SentValue | undefined = sent(ours, held);
      let choice: FieldChoice | undefined;
      let theirs: string | undefined;
      for (const one of steps) {
        if (one === 'push') {
          const verdict = judge({ ours, held, ...(known ? { sent: known } : {}), ...(choice ? { choice } : {}) });
          if (verdict === 'write') {
            if (theirs !== undefined) expect(choice).toBe('ours');
            held = worded(ours);
            theirs = undefined;
          }
          // Both wrote the same: the value is no longer the merchant's alone.
          if (verdict === 'same' && held === ours) theirs = undefined;
          known = nextSent(verdict, ours, known, held);
          if (choice === 'ours') choice = undefined;
        } else if ('edit' in one) ours = one.edit;
        else if ('merchant' in one) {
          // The same words again are no change that anyone could see.
          if (one.merchant === held) continue;
          held = one.merchant;
          theirs = held === known?.held || held === ours ? undefined : held;
        } else choice = one.choose;
        if (theirs !== undefined) expect(held).toBe(theirs);
      }
    }),
  );
});

test('our edits arrive where the merchant leaves the field alone', () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 10 }), (edits) => {
      let held = '<a>';
      let known: SentValue | undefined = sent('a', held);
      for (const ours of edits) {
        const verdict = judge({ ours, held, sent: known as SentValue });
        if (verdict === 'write') held = `<${ours}>`;
        known = nextSent(verdict, ours, known, held);
        expect(held).toBe(`<${ours}>`);
      }
    }),
  );
});
