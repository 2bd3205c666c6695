import type { ObjectSpec } from '../object-spec.ts';
import { COOKWARE, DRINKWARE, STORAGE, TABLEWARE, TEA_COFFEE } from './kitchen.ts';

/** Every kind of goods in the shop. */
export const OBJECTS: readonly ObjectSpec[] = [...DRINKWARE, ...TEA_COFFEE, ...COOKWARE, ...TABLEWARE, ...STORAGE];
