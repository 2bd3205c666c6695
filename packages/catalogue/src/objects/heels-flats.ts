import { shelf } from '../object-spec.ts';
import { shoe } from './departments.ts';

export const HEELS_FLATS = shelf(
  {
    ...shoe,
    category: 'heels-flats',
    palette: 'fashion',
    styles: ['Elegant', 'Pointed-Toe', 'Classic', 'Comfort', 'Evening'],
    materials: ['Suede', 'Vegan Leather', 'Satin'],
    extras: ['for Women', 'for Weddings', 'for Office'],
  },
  [
    [
      'heel',
      'Stiletto Pumps',
      [1380, 2900],
      [480, 640],
      'A slim heel and a cushioned ball, for evenings that end late.',
      {
        count: 14,
        facts: [
          ['Heel', '3.5 in'],
          ['Toe', 'Pointed'],
        ],
      },
    ],
    [
      'flat',
      'Ballet Flats',
      [880, 1890],
      [320, 440],
      'A soft flat that folds into a bag and comes out when heels have had enough.',
      {
        count: 14,
        styles: ['Comfort', 'Foldable', 'Pointed-Toe', 'Everyday', 'Soft-Sole'],
        facts: [
          ['Heel', '0.4 in'],
          ['Toe', 'Almond'],
        ],
      },
    ],
    [
      'ballet',
      'Ballet Slippers',
      [480, 1080],
      [140, 220],
      'Soft slippers with satin ribbons, for class and for the stage.',
      {
        palette: 'flower',
        materials: ['Satin', 'Canvas', 'Leather'],
        styles: ['Split-Sole', 'Soft', 'Practice', 'Stage'],
        extras: ['for Girls and Women', 'with Ribbons', 'for Dance Class'],
        facts: [
          ['Sole', 'Split'],
          ['Ribbons', 'Included'],
        ],
      },
    ],
  ],
);
