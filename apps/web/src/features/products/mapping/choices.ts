import type { MappingChoice } from '@quayside/contracts';
import type { CallData } from '../../../lib/api.ts';

export type MappedVariant = CallData<'GET /center/products/{id}/mapping'>['items'][number];

/** As many as the server takes (MAX_CHOICES). */
export const MOST_CHOICES = 5;

const isSame = (a: MappingChoice, b: MappingChoice): boolean =>
  a.source === b.source && a.source_product_id === b.source_product_id && a.sku_id === b.sku_id;

/** Adds a choice after the others, unless it is there or the list is full. */
export const addChoice = (choices: readonly MappingChoice[], choice: MappingChoice): MappingChoice[] =>
  choices.length >= MOST_CHOICES || choices.some((one) => isSame(one, choice)) ? [...choices] : [...choices, choice];

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

const facts = ({ choices }: MappedVariant): string =>
  JSON.stringify(
    choices.map((one) => [one.source, one.source_product_id, one.sku_id, one.pieces_per_unit, one.ship_to]),
  );

/** Variants whose choices differ from those on the server. */
export function changed(before: readonly MappedVariant[], after: readonly MappedVariant[]): MappedVariant[] {
  const known = new Map(before.map((one) => [keyOf(one), facts(one)]));
  return after.filter((one) => known.get(keyOf(one)) !== facts(one));
}
