import type { MappingChoice, MappingComponent } from '@quayside/contracts';
import type { CallData } from '../../../lib/api.ts';

export type MappedVariant = CallData<'GET /center/products/{id}/mapping'>['items'][number];

/** As many as the server takes (MAX_CHOICES). */
export const MOST_CHOICES = 5;
/** Different supplier variants in one unit, as the server takes (MAX_PARTS). */
export const MOST_PARTS = 6;

const isSame = (a: MappingComponent, b: MappingComponent): boolean =>
  a.source === b.source && a.source_product_id === b.source_product_id && a.sku_id === b.sku_id;

/** Adds a choice after the others, unless it is there or the list is full. */
export const addChoice = (choices: readonly MappingChoice[], choice: MappingChoice): MappingChoice[] =>
  choices.length >= MOST_CHOICES || choices.some((one) => isSame(one, choice)) ? [...choices] : [...choices, choice];

/** Adds a further part to a bundle, unless it is in it or the bundle is full. */
export const addPart = (choice: MappingChoice, part: MappingComponent): MappingChoice =>
  choice.further.length + 1 >= MOST_PARTS || [choice, ...choice.further].some((one) => isSame(one, part))
    ? choice
    : { ...choice, further: [...choice.further, part] };

/** Cost of one unit of all parts; null where that of one is unknown. */
export function unitCost({ further, ...first }: MappingChoice): MappingComponent['cost'] {
  let amount = 0;
  for (const { cost, pieces_per_unit: pieces } of [first, ...further]) {
    if (!cost || cost.currency !== first.cost?.currency) return null;
    amount += cost.amount * pieces;
  }
  return first.cost && { amount, currency: first.cost.currency };
}

export const removeChoice = (choices: readonly MappingChoice[], at: number): MappingChoice[] =>
  choices.filter((_one, index) => index !== at);

export function moveUp(choices: readonly MappingChoice[], at: number): MappingChoice[] {
  const moved = choices[at];
  const before = choices[at - 1];
  if (!moved || !before) return [...choices];
  return [...choices.slice(0, at - 1), moved, before, ...choices.slice(at + 1)];
}

export const keyOf = (variant: Pick<MappedVariant, 'store_id' | 'external_variant_id'>): string =>
  `${variant.store_id} ${variant.external_variant_id}`;

const idsOf = (one: MappingComponent) => [one.source, one.source_product_id, one.sku_id, one.pieces_per_unit];

const facts = ({ choices }: MappedVariant): string =>
  JSON.stringify(choices.map((one) => [...idsOf(one), one.ship_to, one.further.map(idsOf)]));

/** Variants whose choices differ from those on the server. */
export function changed(before: readonly MappedVariant[], after: readonly MappedVariant[]): MappedVariant[] {
  const known = new Map(before.map((one) => [keyOf(one), facts(one)]));
  return after.filter((one) => known.get(keyOf(one)) !== facts(one));
}
