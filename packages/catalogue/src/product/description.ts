import type { ObjectSpec } from '../object-spec.ts';
import type { Random } from '../random.ts';
import { materialCare, materialSays, type Naming } from './title.ts';
import type { CatalogueVariant } from './types.ts';

const CLOSERS = [
  'Every piece is checked by hand before it leaves the warehouse.',
  'It arrives well packed, ready to give or to keep.',
  'Packed flat and safe, so that it arrives the way it looks here.',
  'If something is not right, tell us within 30 days and we will put it right.',
  'Photographed in daylight; screens may show the color a shade lighter or darker.',
  'A small thing that makes an ordinary day a little better.',
];

function weightText(grams: number): string {
  const ounces = grams / 28.35;
  return ounces < 16 ? `${ounces.toFixed(1)} oz (${grams} g)` : `${(ounces / 16).toFixed(1)} lb (${grams} g)`;
}

/** Sentences and a list, as HTML made of our own tables only. */
export function descriptionHtml(spec: ObjectSpec, { material }: Naming, random: Random): string {
  const bullets = [...random.sample(spec.points, random.int(3, 4)), `Care: ${materialCare(material).toLowerCase()}`];
  const items = bullets.map((text) => `<li>${text}</li>`).join('');
  return `<p>${spec.pitch}</p><p>${materialSays(material)} ${random.pick(CLOSERS)}</p><ul>${items}</ul>`;
}

/** Six to ten facts as a shop lists them. */
export function specifications(
  spec: ObjectSpec,
  { material, style }: Naming,
  variants: readonly CatalogueVariant[],
  productId: string,
): { name: string; value: string }[] {
  const grams = variants[0]?.weightGrams ?? 0;
  return [
    { name: 'Item', value: spec.noun },
    { name: 'Style', value: style },
    { name: 'Material', value: material },
    ...spec.facts.slice(0, 4).map(([name, value]) => ({ name, value })),
    { name: 'Item Weight', value: weightText(grams) },
    { name: 'Care', value: materialCare(material) },
    { name: 'Item Number', value: productId },
  ];
}
