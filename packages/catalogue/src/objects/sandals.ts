import { shelf } from '../object-spec.ts';
import { shoe } from './departments.ts';

export const SANDALS = shelf(
  {
    ...shoe,
    category: 'sandals',
    palette: 'fashion',
    styles: ['Comfort', 'Summer', 'Casual', 'Classic', 'Open-Toe'],
    materials: ['Leather', 'Vegan Leather', 'Suede'],
    extras: ['for Women', 'for Summer', 'for Weddings'],
  },
  [
    [
      'sandal',
      'Heeled Mules',
      [1180, 2500],
      [420, 580],
      'An open mule with a low block heel that you can walk in all day.',
      {
        count: 12,
        facts: [
          ['Heel', '2 in'],
          ['Closure', 'Slip-On'],
        ],
      },
    ],
    [
      'flipflop',
      'Flip-Flops',
      [260, 690],
      [220, 340],
      'A soft footbed and a strap that does not cut, for beach, pool and hotel.',
      {
        count: 14,
        palette: 'sport',
        materials: ['Natural Rubber', 'Foam'],
        styles: ['Quick-Dry', 'Cushioned', 'Beach', 'Classic', 'Non-Slip'],
        extras: ['for Men', 'for Women', 'for Pool and Beach'],
        facts: [
          ['Footbed', 'Contoured'],
          ['Strap', 'Soft Rubber'],
        ],
      },
    ],
  ],
);
