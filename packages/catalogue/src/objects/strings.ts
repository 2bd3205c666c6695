import { shelf } from '../object-spec.ts';
import { music } from './departments.ts';

export const STRINGS = shelf(
  {
    ...music,
    category: 'strings',
    materials: ['Maple', 'Mahogany', 'Wood'],
    options: ['guitarSize'],
    facts: [
      ['Strings', 'Steel'],
      ['Finish', 'Gloss'],
    ],
  },
  [
    [
      'guitar',
      'Electric Guitar',
      [7900, 16500],
      [3100, 3700],
      'A bright, light body with a slim neck that makes the first chords easier.',
      {
        palette: 'sport',
        options: ['hand'],
        limits: ['bulky'],
        count: 10,
        extras: ['with Strap and Cable', 'with Gig Bag', 'for Beginners'],
        facts: [
          ['Frets', '22'],
          ['Pickups', '3 Single-Coil'],
        ],
      },
    ],
    [
      'violin',
      'Violin',
      [4900, 11800],
      [420, 560],
      'Carved top, warm voice and a bow that bites.',
      {
        extras: ['with Bow and Case', 'for Students', 'for Beginners'],
        facts: [
          ['Includes', 'Bow, Rosin, Case'],
          ['Strings', 'Steel'],
        ],
      },
    ],
    [
      'banjo',
      'Five-String Banjo',
      [6900, 13800],
      [2100, 3100],
      'A crisp, ringing sound for porches and picking circles.',
      {
        options: ['hand'],
        facts: [
          ['Strings', '5'],
          ['Head', '11 in'],
        ],
      },
    ],
  ],
);
