import { shelf } from '../object-spec.ts';
import { party } from './departments.ts';

export const GIFTS = shelf(
  {
    ...party,
    category: 'gifts',
    materials: ['Cardboard', 'Paper'],
    options: ['packs'],
    extras: ['for Birthdays', 'for Valentine’s Day', 'for Weddings'],
  },
  [
    [
      'giftbox',
      'Gift Box with Bow',
      [220, 720],
      [120, 380],
      'Lid, tissue and a bow already tied: wrapping done.',
      {
        palette: undefined,
        options: ['boxSize'],
        styles: ['Magnetic', 'Rigid', 'Ribboned', 'Nesting'],
        facts: [['Tissue Paper', 'Included']],
        count: 10,
      },
    ],
    [
      'parcel',
      'Shipping Boxes',
      [280, 880],
      [180, 620],
      'Strong corrugated boxes that fold up square.',
      {
        palette: undefined,
        materials: ['Cardboard'],
        options: ['boxSize', 'bulk'],
        styles: ['Corrugated', 'Recycled', 'Heavy-Duty'],
        extras: ['for Small Business', 'for Moving'],
        facts: [
          ['Flute', 'B'],
          ['Crush Test', '32 ECT'],
        ],
        points: ['Folds up in seconds', 'Square, strong corners', 'Ships flat', 'Recyclable'],
      },
    ],
    [
      'heartbox',
      'Heart Gift Box with Ribbon',
      [280, 820],
      [120, 280],
      'A heart with a golden ribbon for chocolates, letters or rings.',
      { palette: undefined, styles: ['Velvet-Touch', 'Romantic', 'Lidded'], facts: [['Ribbon', 'Satin']] },
    ],
    [
      'loveletter',
      'Love Letter Card Set',
      [180, 560],
      [60, 160],
      'Cards, envelopes and heart seals for words that should be on paper.',
      {
        palette: undefined,
        styles: ['Handmade', 'Romantic', 'Blank'],
        facts: [
          ['Cards', '10'],
          ['Seals', 'Included'],
        ],
      },
    ],
    [
      'heart',
      'Heart Cushion',
      [320, 880],
      [220, 420],
      'A plump heart for the sofa, the nursery or someone far away.',
      {
        materials: ['Velvet', 'Minky Plush', 'Cotton'],
        options: ['sml'],
        styles: ['Soft', 'Huggable', 'Decorative'],
        facts: [['Filling', 'Polyester Fiber']],
        points: ['Soft on both sides', 'Keeps its shape', 'Washable', 'Hidden seam'],
      },
    ],
  ],
);
