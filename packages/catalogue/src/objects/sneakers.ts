import { shelf } from '../object-spec.ts';
import { shoe } from './departments.ts';

export const SNEAKERS = shelf(
  {
    ...shoe,
    category: 'sneakers',
    styles: ['Lightweight', 'Breathable', 'Retro', 'Casual', 'Everyday', 'Cushioned'],
    materials: ['Mesh', 'Canvas', 'Suede'],
    extras: ['for Men', 'for Women', 'for Walking', 'for Running'],
  },
  [
    [
      'sneaker',
      'Running Shoes',
      [1280, 2900],
      [480, 680],
      'A light shoe with a springy sole for the daily run and the long way home.',
      {
        count: 26,
        palette: 'sport',
        options: ['shoesMen'],
        wide: ['shoesMen', 'shoeWidth'],
        facts: [
          ['Closure', 'Lace-Up'],
          ['Drop', '8 mm'],
          ['Outsole', 'Rubber'],
        ],
      },
    ],
    [
      'dressshoe',
      'Derby Shoes',
      [1780, 3900],
      [820, 1100],
      'A plain-toe shoe that is right for the office and right for the wedding.',
      {
        count: 12,
        options: ['shoesMen', 'shoeWidth'],
        materials: ['Leather', 'Vegan Leather', 'Suede'],
        styles: ['Classic', 'Plain-Toe', 'Hand-Stitched', 'Formal', 'Casual'],
        extras: ['for Men', 'for Office', 'for Weddings'],
        facts: [
          ['Closure', 'Lace-Up'],
          ['Outsole', 'Rubber'],
        ],
      },
    ],
  ],
);
