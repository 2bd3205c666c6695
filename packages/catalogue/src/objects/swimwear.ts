import { shelf } from '../object-spec.ts';
import { wear } from './departments.ts';

export const SWIMWEAR = shelf(
  {
    ...wear,
    category: 'swimwear',
    palette: 'swim',
    tags: ['swimwear', 'beach', 'summer'],
    styles: ['Classic', 'Sporty', 'Retro', 'Quick-Dry', 'Chlorine-Resistant'],
    materials: ['Spandex', 'Nylon'],
    extras: ['for Women', 'for Pool and Beach', 'with UV Protection'],
  },
  [
    [
      'swimsuit',
      'One-Piece Swimsuit',
      [690, 1580],
      [140, 200],
      'A supportive one-piece that stays where it should, lap after lap.',
      {
        count: 14,
        facts: [
          ['Lining', 'Full'],
          ['UV Protection', 'UPF 50+'],
        ],
      },
    ],
    [
      'bikini',
      'Polka Dot Bikini Set',
      [590, 1380],
      [100, 150],
      'A dotted two-piece with ties you can adjust.',
      {
        count: 12,
        facts: [
          ['Set', 'Top and Bottom'],
          ['Ties', 'Adjustable'],
        ],
      },
    ],
    [
      'swimbriefs',
      'Swim Briefs',
      [390, 890],
      [60, 95],
      'Sleek briefs with a drawstring for training and the beach.',
      {
        extras: ['for Men', 'for Training', 'with Drawstring'],
        facts: [
          ['Waist', 'Drawstring'],
          ['UV Protection', 'UPF 50+'],
        ],
      },
    ],
  ],
);
