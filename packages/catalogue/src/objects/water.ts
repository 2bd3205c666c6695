import { shelf } from '../object-spec.ts';
import { sport } from './departments.ts';

export const WATER = shelf(
  {
    ...sport,
    category: 'water',
    materials: ['Silicone', 'Plastic'],
    options: ['sml'],
    facts: [
      ['Lens', 'Tempered Glass'],
      ['Strap', 'Adjustable'],
    ],
    styles: ['Anti-Fog', 'Wide-View', 'Travel', 'Soft-Seal'],
  },
  [
    [
      'diving',
      'Snorkel Set',
      [880, 2300],
      [520, 780],
      'A wide mask and a dry-top snorkel for looking down at something better.',
      { count: 10, extras: ['for Adults', 'for Kids', 'with Mesh Bag'] },
    ],
    [
      'lifering',
      'Swim Ring',
      [380, 1180],
      [320, 700],
      'A bright ring with a grab line for the pool and the boat.',
      {
        materials: ['Vinyl', 'Foam'],
        styles: ['Bright', 'Sturdy', 'Classic'],
        extras: ['with Rope', 'for Pools', 'for Boats'],
        facts: [['Rope', 'Included']],
      },
    ],
    [
      'fishing',
      'Fishing Rod Combo',
      [980, 2600],
      [380, 680],
      'A rod, a smooth reel and a box of tackle: everything but the fish.',
      {
        palette: undefined,
        materials: ['Fiberglass', 'Carbon Fiber'],
        options: ['hand'],
        styles: ['Telescopic', 'Beginner', 'Travel'],
        extras: ['with Tackle Box', 'with Reel', 'for Kids and Adults'],
        facts: [
          ['Length', '6 ft'],
          ['Reel', 'Spinning'],
        ],
      },
    ],
  ],
);
