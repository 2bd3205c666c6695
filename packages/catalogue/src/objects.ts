import { readFileSync } from 'node:fs';
import type { ObjectSpec } from './object-spec.ts';

/** The shelves, one file each in shelves/: a category's kinds of goods. Their order is that of the catalogue. */
const SHELVES = [
  'handbags',
  'luggage',
  'hats',
  'eyewear',
  'jewelry',
  'makeup',
  'personal-care',
  'bath',
  'cleaning',
  'tops',
  'bottoms',
  'dresses',
  'outerwear',
  'swimwear',
  'scarves-socks',
  'audio',
  'computer',
  'cameras',
  'gaming',
  'home-tech',
  'lighting',
  'wall-decor',
  'clocks',
  'faux-plants',
  'ornaments',
  'furniture',
  'mugs',
  'tea-coffee',
  'cookware',
  'tableware',
  'kitchen-storage',
  'strings',
  'wind-keys',
  'percussion',
  'dog-toys',
  'cat-toys',
  'pet-feeding',
  'aquarium',
  'balloons',
  'seasonal',
  'gifts',
  'notebooks',
  'writing',
  'desk',
  'craft',
  'science',
  'camping',
  'pool-floats',
  'garden',
  'rope-gear',
  'hand-tools',
  'hardware',
  'safety',
  'sneakers',
  'boots',
  'heels-flats',
  'sandals',
  'team-sports',
  'racket-sports',
  'water',
  'winter',
  'wheels',
  'awards',
  'plush',
  'vehicles',
  'games',
  'classic-toys',
  'baby',
] as const;

/** A property of a kind of goods that takes away what its shelf says is null. */
interface Shelf {
  shelf: Partial<ObjectSpec>;
  goods: readonly Record<string, unknown>[];
}

/** What kinds of goods are like that nobody says more of. */
const PLAIN = { count: 5, limits: [] };

function readShelf(name: string): ObjectSpec[] {
  const { goods, shelf } = JSON.parse(readFileSync(new URL(`shelves/${name}.json`, import.meta.url), 'utf8')) as Shelf;
  return goods.map((own) => {
    const spec = { ...PLAIN, ...shelf, ...own };
    return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null)) as unknown as ObjectSpec;
  });
}

/** Every kind of goods in the shop, a shelf per category. */
export const OBJECTS: readonly ObjectSpec[] = SHELVES.flatMap(readShelf);
