import { hashText, type Random } from '../random.ts';

const FIRST = [
  'Harbor',
  'Maple',
  'North',
  'Silver',
  'Willow',
  'Juniper',
  'Cedar',
  'Bright',
  'Stone',
  'Lantern',
  'Meadow',
  'Copper',
];
const LAST = [
  'Lane Goods',
  'Street Supply',
  'House',
  'Trading',
  'Workshop',
  'Collective',
  'Depot',
  'Market',
  'Studio',
  'Mercantile',
];

/** The supplier's name. A top category has five of them, so that a store carries goods that belong together. */
export function storeName(topCategory: string, random: Random): string {
  const seed = hashText(`${topCategory} ${random.int(1, 5)}`);
  return `${FIRST[seed % FIRST.length]} ${LAST[(seed >>> 8) % LAST.length]}`;
}
