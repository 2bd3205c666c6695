import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Facts, LONGEST_DESCRIPTION } from './enhanced-text.ts';
import { toText } from './read-html.ts';
import { describe as describeProduct, templateSeo, templateWords } from './template-writer.ts';

const facts = (change: Partial<Facts> = {}): Facts => ({
  title: 'HOT SALE WOOL BEANIE',
  descriptionHtml: '<p>A warm hat.</p><p>A warm hat.</p><p>🔥 Hot Sale!!! 🔥</p><ul><li>Care: hand wash</li></ul>',
  productType: 'Hats',
  options: [{ name: 'Color', values: ['Red', 'Blue'] }],
  specifications: [
    { name: 'Material', value: 'Wool' },
    { name: 'Care', value: 'Hand wash' },
    { name: 'Item Number', value: 'qs-0001' },
  ],
  ...change,
});

describe('the template writer', () => {
  it('says once what is known, in the supplier’s words, and lists the rest', () => {
    expect(templateWords(facts())).toEqual({
      title: 'Wool Beanie',
      description_html:
        '<p>A warm hat.</p><ul><li><strong>Care:</strong> hand wash</li><li><strong>Material:</strong> Wool</li><li><strong>Color:</strong> Red, Blue</li></ul>',
    });
  });

  it('takes whole sentences for search engines, as long as results show, and words where a sentence is longer', () => {
    expect(templateSeo(facts())).toEqual({ seo_title: 'Wool Beanie', seo_description: 'A warm hat.' });
    const long = `${'very '.repeat(60)}warm.`;
    const { seo_description: cut } = templateSeo(facts({ descriptionHtml: `<p>${long}</p>` }));
    expect(cut.length).toBeLessThanOrEqual(160);
    expect(long.startsWith(`${cut} `)).toBe(true);
    const title = `${'Wonderful '.repeat(12)}Lamp`;
    expect(templateSeo(facts({ title })).seo_title.length).toBeLessThanOrEqual(70);
    expect(templateSeo(facts({ descriptionHtml: '' })).seo_description).toContain('Material: Wool');
  });

  it('reads tables as facts, and keeps pictures', () => {
    const descriptionHtml =
      '<table><tr><td>Size:</td><td>20 cm</td></tr></table><img src="https://x.example/a.png" alt="In use">';
    expect(describeProduct(facts({ descriptionHtml, specifications: [], options: [] }))).toBe(
      '<ul><li><strong>Size:</strong> 20 cm</li></ul><img src="https://x.example/a.png" alt="In use" />',
    );
  });

  it('tells a sentence from a fact', () => {
    const descriptionHtml = '<p>One pull, one press: within reach.</p><p>Tip: shake it.</p><p>Made: by hand</p>';
    expect(describeProduct(facts({ descriptionHtml, specifications: [], options: [] }))).toBe(
      '<p>One pull, one press: within reach.</p><p>Tip: shake it.</p><ul><li><strong>Made:</strong> by hand</li></ul>',
    );
  });

  it('keeps what looks like markup as text', () => {
    const specifications = [{ name: 'For', value: 'phones < 7" & more' }];
    expect(describeProduct(facts({ descriptionHtml: '', specifications, options: [] }))).toBe(
      '<ul><li><strong>For:</strong> phones &lt; 7&quot; &amp; more</li></ul>',
    );
  });

  it('does not translate', () => {
    const german = facts({
      title: 'NEUE MÜTZE AUS WOLLE',
      descriptionHtml: '<p>Hält warm.</p>',
      specifications: [{ name: 'Material', value: 'Schurwolle' }],
      options: [{ name: 'Farbe', values: ['Rot'] }],
    });
    expect(toText(templateWords(german).description_html)).toBe('Hält warm.\nMaterial: Schurwolle\nFarbe: Rot');
  });
});

const text = fc.oneof(
  fc.constantFrom(
    'Hot Sale',
    'A warm hat.',
    'Size: 20 cm',
    'Größe: 5',
    '12 pcs',
    '  ',
    'Free Shipping!!!',
    'Item No: 7',
  ),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const pair = fc.record({ name: text, value: text });
const product: fc.Arbitrary<Facts> = fc.record({
  title: text,
  productType: text,
  descriptionHtml: fc
    .array(
      fc.tuple(fc.constantFrom('p', 'li', 'div', 'h2', 'td'), text).map(([tag, said]) => `<${tag}>${said}</${tag}>`),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
  options: fc.array(fc.record({ name: text, values: fc.array(text, { maxLength: 30 }) }), { maxLength: 3 }),
  specifications: fc.array(pair, { maxLength: 12 }),
});
/** Words in one case, as far as Unicode has one; pictures are none. */
const wordsOf = (said: string): string[] =>
  said
    .replace(/\p{Extended_Pictographic}/gu, ' ')
    .toUpperCase()
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

describe('whatever is known of a product', () => {
  it('adds no word and no number to it', () => {
    fc.assert(
      fc.property(product, (given) => {
        const known = new Set(
          wordsOf(
            [
              given.title,
              toText(given.descriptionHtml),
              ...given.options.flatMap((option) => [option.name, ...option.values]),
              ...given.specifications.flatMap(({ name, value }) => [name, value]),
            ].join('\n'),
          ),
        );
        const words = templateWords(given);
        const written = wordsOf(`${words.title}\n${toText(words.description_html)}`);
        expect(written.filter((one) => !known.has(one))).toEqual([]);
      }),
    );
  });

  it('stays within bounds, and writes the same again over its own words', () => {
    fc.assert(
      fc.property(product, (given) => {
        const words = templateWords(given);
        expect(words.description_html.length).toBeLessThanOrEqual(LONGEST_DESCRIPTION);
        expect(templateWords(given)).toEqual(words);
        const again = templateWords({ ...given, title: words.title, descriptionHtml: words.description_html });
        expect(again).toEqual(words);
      }),
    );
  });
});
