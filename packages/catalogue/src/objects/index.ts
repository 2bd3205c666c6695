import type { ObjectSpec } from '../object-spec.ts';
import { BAGS } from './bags.ts';
import { BATH, CLEANING, MAKEUP, PERSONAL_CARE } from './bath-beauty.ts';
import { BOTTOMS_DRESSES, OUTERWEAR, SWIM_ACCESSORIES, TOPS } from './clothing.ts';
import { ELECTRONICS } from './electronics.ts';
import { FURNITURE, LIGHTING, PLANTS_ORNAMENTS, WALL_CLOCKS } from './home.ts';
import { COOKWARE, DRINKWARE, STORAGE, TABLEWARE, TEA_COFFEE } from './kitchen.ts';
import { SHOES } from './shoes.ts';
import { PLAY, PLUSH, VEHICLES } from './toys.ts';

const KITCHEN = [...DRINKWARE, ...TEA_COFFEE, ...COOKWARE, ...TABLEWARE, ...STORAGE];
const HOME = [...LIGHTING, ...WALL_CLOCKS, ...PLANTS_ORNAMENTS, ...FURNITURE];
const BATHROOM = [...MAKEUP, ...PERSONAL_CARE, ...BATH, ...CLEANING];
const CLOTHES = [...TOPS, ...BOTTOMS_DRESSES, ...OUTERWEAR, ...SWIM_ACCESSORIES, ...SHOES, ...BAGS];
const TOYS = [...PLUSH, ...VEHICLES, ...PLAY];

/** Every kind of goods in the shop. */
export const OBJECTS: readonly ObjectSpec[] = [...KITCHEN, ...HOME, ...BATHROOM, ...CLOTHES, ...ELECTRONICS, ...TOYS];
