import { shelf } from '../object-spec.ts';
import { wear } from './departments.ts';

export const BOTTOMS = shelf(
  {
    ...wear,
    category: 'bottoms',
    tags: ['clothing', 'pants', 'fashion'],
    styles: ['Classic', 'Relaxed', 'Tapered', 'Stretch', 'Everyday'],
    materials: ['Denim', 'Cotton', 'Linen'],
  },
  [
    [
      'jeans',
      'Straight-Leg Jeans',
      [890, 1980],
      [480, 680],
      'Straight legs, a mid rise and enough stretch to sit down in.',
      {
        count: 18,
        options: ['waist'],
        wide: ['waist', 'inseam'],
        materials: ['Denim'],
        extras: ['for Men', 'for Women', 'with Five Pockets'],
        facts: [
          ['Rise', 'Mid'],
          ['Closure', 'Zip Fly'],
          ['Stretch', '2 % Elastane'],
        ],
      },
    ],
    [
      'shorts',
      'Drawstring Shorts',
      [390, 890],
      [150, 220],
      'Easy shorts with a drawstring and pockets deep enough for a phone.',
      {
        count: 16,
        materials: ['Cotton', 'Recycled Polyester', 'Linen'],
        styles: ['Quick-Dry', 'Relaxed', 'Lightweight', 'Athletic', 'Beach'],
        extras: ['for Men', 'for Summer', 'with Pockets'],
        facts: [
          ['Inseam', '7 in'],
          ['Closure', 'Drawstring'],
        ],
      },
    ],
  ],
);
