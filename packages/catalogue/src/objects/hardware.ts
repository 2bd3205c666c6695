import { shelf } from '../object-spec.ts';
import { tool } from './departments.ts';

export const HARDWARE = shelf(
  {
    ...tool,
    category: 'hardware',
    palette: undefined,
    materials: ['Steel', 'Stainless Steel', 'Brass'],
    options: [],
  },
  [
    [
      'padlock',
      'Padlock',
      [280, 980],
      [140, 380],
      'A hardened shackle and a smooth key for sheds, gates and lockers.',
      {
        palette: 'metal',
        options: ['lockWidth', 'keyed'],
        materials: ['Brass', 'Steel'],
        styles: ['Weatherproof', 'Heavy-Duty', 'Classic', 'Long-Shackle'],
        extras: ['with 3 Keys', 'for Gates and Lockers'],
        facts: [
          ['Keys', '3'],
          ['Shackle', 'Hardened Steel'],
        ],
        count: 10,
      },
    ],
    [
      'bolt',
      'Hex Bolts and Nuts',
      [180, 560],
      [180, 640],
      'Clean threads and matching nuts, sorted in a box.',
      {
        options: ['bolts', 'bulk'],
        styles: ['Zinc-Plated', 'High-Strength', 'Fully Threaded'],
        extras: ['with Washers', 'in Storage Box'],
        facts: [
          ['Grade', '8.8'],
          ['Head', 'Hex'],
        ],
      },
    ],
    [
      'chain',
      'Link Chain',
      [280, 880],
      [320, 980],
      'Welded links for gates, swings and hanging plants.',
      {
        options: ['lengthRope'],
        styles: ['Welded', 'Heavy-Duty', 'Rust-Resistant'],
        extras: ['for Hanging Plants', 'for Gates and Swings'],
        facts: [
          ['Working Load', '300 lb'],
          ['Link', '1/4 in'],
        ],
      },
    ],
    [
      'magnet',
      'Horseshoe Magnet',
      [220, 720],
      [120, 360],
      'A strong magnet for lost screws, school desks and fridge doors.',
      {
        palette: 'tool',
        options: ['sml'],
        styles: ['Strong', 'Educational', 'Lifting'],
        extras: ['with Keeper', 'for Science Class'],
        facts: [
          ['Type', 'Alnico'],
          ['Keeper', 'Included'],
        ],
        materials: ['Steel'],
      },
    ],
    [
      'vintagekey',
      'Skeleton Key Set',
      [180, 620],
      [90, 220],
      'Old-style keys for cabinets, crafts and wedding favors.',
      {
        options: ['bulk'],
        materials: ['Zinc Alloy', 'Brass'],
        styles: ['Vintage-Look', 'Antique-Finish', 'Decorative'],
        extras: ['for Crafts', 'for Wedding Favors'],
        facts: [
          ['Length', '2.5 in'],
          ['Finish', 'Antique'],
        ],
      },
    ],
  ],
);
