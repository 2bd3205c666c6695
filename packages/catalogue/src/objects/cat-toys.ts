import { shelf } from '../object-spec.ts';
import { pet } from './departments.ts';

export const CAT_TOYS = shelf(
  {
    ...pet,
    category: 'cat-toys',
    materials: ['Felt', 'Short Plush', 'Cotton'],
    options: ['packs'],
    extras: ['with Catnip', 'for Indoor Cats', 'for Kittens'],
    styles: ['Crinkle', 'Interactive', 'Soft', 'Handmade'],
  },
  [
    [
      'plushmouse',
      'Mouse Cat Toy',
      [120, 420],
      [16, 40],
      'Light enough to throw, soft enough to bite.',
      { count: 10, palette: 'plush' },
    ],
    ['fish', 'Fish Kicker Toy', [180, 560], [50, 110], 'A fish to hug with the front paws and kick with the back.', {}],
    [
      'yarn',
      'Yarn Ball Cat Toy',
      [120, 390],
      [30, 70],
      'A tight ball that rolls, bounces and never quite unravels.',
      { materials: ['Wool', 'Cotton', 'Felt'] },
    ],
    [
      'feather',
      'Feather Teaser Wand',
      [140, 460],
      [30, 60],
      'A flutter on a string that brings out the hunter.',
      {
        styles: ['Interactive', 'Retractable', 'Long-Reach'],
        facts: [
          ['Reach', '38 in'],
          ['Refills', '3'],
        ],
      },
    ],
  ],
);
