import type { CategoryId } from './categories.ts';
import type { PaletteId } from './colours.ts';
import type { MaterialId } from './materials.ts';
import type { OptionSetId } from './option-sets.ts';
import type { ArtId } from './pictures/arts.ts';

/** Why some destinations are closed for a thing: see shipping.ts. */
export type Limit = 'battery' | 'liquid' | 'blade' | 'bulky' | 'plant';

/** A kind of goods: what all products made of it share. Costs are US cents and weights grams for the plainest variant. */
export interface ObjectSpec {
  art: ArtId;
  noun: string;
  category: CategoryId;
  /** Products of this kind per 2,400. */
  count: number;
  cost: readonly [number, number];
  grams: readonly [number, number];
  palette?: PaletteId;
  styles: readonly string[];
  materials: readonly MaterialId[];
  /** What ends a title: "with Gift Box", "for Home and Office". */
  extras: readonly string[];
  options: readonly OptionSetId[];
  /** One or two sentences on this very thing. */
  pitch: string;
  points: readonly string[];
  facts: readonly (readonly [string, string])[];
  limits: readonly Limit[];
  tags: readonly string[];
  /** Things that may stand beside it in a picture. */
  props: readonly ArtId[];
  /** One product of this kind comes in many colours and all values of these: more than 100 variants. */
  wide?: readonly OptionSetId[];
}
