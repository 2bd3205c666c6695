import { shelf } from '../object-spec.ts';
import { wear } from './departments.ts';

export const SCARVES_SOCKS = shelf(
  {
    ...wear,
    category: 'scarves-socks',
    tags: ['accessories', 'winter', 'fashion'],
    styles: ['Warm', 'Soft', 'Cable-Knit', 'Classic', 'Chunky', 'Everyday'],
    materials: ['Wool', 'Cashmere', 'Acrylic', 'Cotton'],
  },
  [
    [
      'scarf',
      'Fringed Scarf',
      [390, 1150],
      [160, 260],
      'A long scarf with a fringe, soft enough for bare skin.',
      {
        count: 16,
        options: [],
        extras: ['for Women', 'for Men', 'for Cold Days', 'with Fringe'],
        facts: [
          ['Size', '72 x 12 in'],
          ['Fringe', 'Yes'],
        ],
      },
    ],
    [
      'gloves',
      'Knit Gloves',
      [240, 690],
      [60, 110],
      'Close-fitting gloves that keep hands warm and fingers useful.',
      {
        count: 14,
        options: ['gloveSize'],
        materials: ['Merino Wool', 'Acrylic', 'Fleece', 'Cashmere'],
        extras: ['for Men and Women', 'with Touchscreen Fingertips', 'for Cold Days'],
        facts: [
          ['Touchscreen', 'Yes'],
          ['Cuff', 'Ribbed'],
        ],
      },
    ],
    [
      'socks',
      'Crew Socks',
      [160, 460],
      [50, 80],
      'Cushioned socks that stay up and do not squeeze.',
      {
        count: 16,
        options: ['sockSize'],
        materials: ['Cotton', 'Merino Wool', 'Organic Cotton'],
        styles: ['Cushioned', 'Striped', 'Athletic', 'Breathable', 'Colorful'],
        extras: ['3 Pairs', '6 Pairs', 'for Hiking', 'for Everyday'],
        facts: [
          ['Height', 'Crew'],
          ['Toe', 'Seamless'],
        ],
      },
    ],
  ],
);
