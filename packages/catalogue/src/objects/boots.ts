import { shelf } from '../object-spec.ts';
import { shoe } from './departments.ts';

export const BOOTS = shelf(
  {
    ...shoe,
    category: 'boots',
    styles: ['Waterproof', 'Rugged', 'Mid-Cut', 'Classic', 'Insulated'],
    materials: ['Leather', 'Suede', 'Vegan Leather'],
    extras: ['for Men', 'for Women', 'for Trails', 'for Winter'],
  },
  [
    [
      'hikingboot',
      'Hiking Boots',
      [2300, 4800],
      [980, 1350],
      'Ankle support, deep lugs and a collar that does not rub on the second day.',
      {
        count: 14,
        options: ['shoesMen', 'shoeWidth'],
        facts: [
          ['Closure', 'Lace-Up'],
          ['Shaft', 'Ankle'],
          ['Outsole', 'Lugged Rubber'],
        ],
      },
    ],
    [
      'ankleboot',
      'Ankle Boots',
      [1890, 3900],
      [780, 1050],
      'A block heel and a soft shaft: boots for pavements, offices and dance floors.',
      {
        count: 12,
        palette: 'fashion',
        styles: ['Chic', 'Block-Heel', 'Classic', 'Western-Style'],
        extras: ['for Women', 'with Side Zip', 'for Fall'],
        facts: [
          ['Heel', '2.4 in'],
          ['Closure', 'Side Zip'],
        ],
      },
    ],
  ],
);
