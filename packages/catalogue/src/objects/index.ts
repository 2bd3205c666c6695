import type { ObjectSpec } from '../object-spec.ts';
import { BAGS } from './bags.ts';
import { BATH, CLEANING, MAKEUP, PERSONAL_CARE } from './bath-beauty.ts';
import { BOTTOMS_DRESSES, OUTERWEAR, SWIM_ACCESSORIES, TOPS } from './clothing.ts';
import { ELECTRONICS } from './electronics.ts';
import { FURNITURE, LIGHTING, PLANTS_ORNAMENTS, WALL_CLOCKS } from './home.ts';
import { COOKWARE, DRINKWARE, STORAGE, TABLEWARE, TEA_COFFEE } from './kitchen.ts';
import { MUSIC, PARTY, PETS } from './music-pets-party.ts';
import { CRAFT_SCIENCE, PAPER, WRITING_DESK } from './office.ts';
import { OUTDOORS, TOOLS } from './outdoors-tools.ts';
import { SHOES } from './shoes.ts';
import { RACKETS_TARGETS, TEAM_SPORTS, WATER_WINTER_WHEELS } from './sports.ts';
import { PLAY, PLUSH, VEHICLES } from './toys.ts';

const KITCHEN = [...DRINKWARE, ...TEA_COFFEE, ...COOKWARE, ...TABLEWARE, ...STORAGE];
const HOME = [...LIGHTING, ...WALL_CLOCKS, ...PLANTS_ORNAMENTS, ...FURNITURE];
const BATHROOM = [...MAKEUP, ...PERSONAL_CARE, ...BATH, ...CLEANING];
const CLOTHES = [...TOPS, ...BOTTOMS_DRESSES, ...OUTERWEAR, ...SWIM_ACCESSORIES, ...SHOES, ...BAGS];
const TOYS = [...PLUSH, ...VEHICLES, ...PLAY];
const SPORTS = [...TEAM_SPORTS, ...RACKETS_TARGETS, ...WATER_WINTER_WHEELS, ...OUTDOORS, ...TOOLS];
const OFFICE = [...PAPER, ...WRITING_DESK, ...CRAFT_SCIENCE, ...MUSIC, ...PETS, ...PARTY];

/** Every kind of goods in the shop. */
export const OBJECTS: readonly ObjectSpec[] = [
  ...KITCHEN,
  ...HOME,
  ...BATHROOM,
  ...CLOTHES,
  ...ELECTRONICS,
  ...TOYS,
  ...SPORTS,
  ...OFFICE,
];
