import type { Facts } from './enhanced-text.ts';
import { toText } from './read-html.ts';

/** Numbers in any script with their separators, normalized. */
const numbersIn = (text: string): string[] =>
  (text.normalize('NFKC').match(/\p{Nd}+(?:[.,]\p{Nd}+)*/gu) ?? []).map((number) =>
    number
      .replace(/,(?=\d{3}(?:\D|$))/g, '')
      .replace(',', '.')
      .replace(/\.0+$/, ''),
  );

/** Numbers in a text that appear in no product data, possibly invented sizes, counts or claims. */
export function unknownNumbers(html: string, facts: Facts): string[] {
  const known = new Set(
    numbersIn(
      [
        facts.title,
        facts.productType,
        toText(facts.descriptionHtml),
        ...facts.options.flatMap((option) => [option.name, ...option.values]),
        ...facts.specifications.flatMap(({ name, value }) => [name, value]),
      ].join('\n'),
    ),
  );
  return [...new Set(numbersIn(toText(html)))].filter((number) => !known.has(number));
}
