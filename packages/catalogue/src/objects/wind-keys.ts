import { shelf } from '../object-spec.ts';
import { music } from './departments.ts';

export const WIND_KEYS = shelf(
  {
    ...music,
    category: 'wind-keys',
    materials: ['Brass'],
    options: [],
    facts: [
      ['Finish', 'Lacquered'],
      ['Case', 'Included'],
    ],
  },
  [
    [
      'trumpet',
      'Trumpet in B-Flat',
      [5900, 12800],
      [1100, 1400],
      'Smooth valves and an open tone, from the first note to the marching band.',
      {
        facts: [
          ['Key', 'B-Flat'],
          ['Mouthpiece', '7C'],
        ],
      },
    ],
    [
      'saxophone',
      'Alto Saxophone',
      [14800, 26500],
      [2500, 3200],
      'A round low end and keys that fall under the fingers.',
      {
        facts: [
          ['Key', 'E-Flat'],
          ['Includes', 'Reeds, Strap, Case'],
        ],
      },
    ],
    [
      'flute',
      'Wooden Recorder',
      [280, 980],
      [120, 220],
      'The first instrument of half the world, with a soft, true tone.',
      {
        materials: ['Maple', 'Wood', 'Plastic'],
        facts: [
          ['Fingering', 'Baroque'],
          ['Key', 'C Soprano'],
        ],
        styles: ['Soprano', 'Student', 'Handmade'],
      },
    ],
    [
      'piano',
      'Electric Keyboard Piano',
      [3900, 9800],
      [2800, 5200],
      'Full-size keys with touch, rhythms and a headphone jack for late hours.',
      {
        materials: ['ABS'],
        options: ['keysCount'],
        limits: ['bulky'],
        styles: ['Portable', 'Touch-Sensitive', 'Beginner'],
        extras: ['with Stand', 'with Headphone Jack', 'for Beginners'],
        facts: [
          ['Tones', '200'],
          ['Power', 'Mains or USB'],
        ],
      },
    ],
    [
      'accordion',
      'Button Accordion',
      [3900, 8800],
      [2300, 3600],
      'Bellows that breathe evenly and buttons that spring back.',
      {
        palette: 'sport',
        materials: ['Wood', 'ABS'],
        facts: [
          ['Bass', '8'],
          ['Straps', 'Included'],
        ],
      },
    ],
  ],
);
