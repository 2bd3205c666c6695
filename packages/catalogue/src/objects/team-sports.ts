import { shelf } from '../object-spec.ts';
import { sport } from './departments.ts';

export const TEAM_SPORTS = shelf(
  {
    ...sport,
    category: 'team-sports',
    materials: ['PU Leather', 'Natural Rubber'],
    options: ['ballSize'],
    facts: [
      ['Bladder', 'Butyl'],
      ['Inflation', 'Needle Included'],
    ],
  },
  [
    [
      'soccer',
      'Soccer Ball',
      [520, 1380],
      [400, 450],
      'Thirty-two panels, a true flight and a bladder that keeps its air for weeks.',
      { count: 14 },
    ],
    [
      'basketball',
      'Basketball',
      [580, 1480],
      [560, 640],
      'Deep channels and a tacky cover that hold on wood and asphalt.',
      { options: ['hoopSize'], styles: ['Indoor-Outdoor', 'Street', 'Training', 'Match'], count: 10 },
    ],
    [
      'volleyball',
      'Volleyball',
      [480, 1280],
      [260, 290],
      'A soft touch for long rallies, in the gym and on the beach.',
      { options: [], styles: ['Soft-Touch', 'Beach', 'Indoor', 'Match'] },
    ],
    [
      'baseball',
      'Baseball',
      [220, 620],
      [140, 155],
      'A tight-wound ball with raised seams for a proper grip.',
      {
        options: ['triples'],
        materials: ['Leather', 'PU Leather'],
        facts: [
          ['Core', 'Cork and Rubber'],
          ['Circumference', '9 in'],
        ],
        styles: ['Practice', 'Official-Size', 'Game'],
      },
    ],
    [
      'softball',
      'Softball',
      [240, 640],
      [170, 190],
      'Bright and easy to follow, with stitching that lasts the season.',
      {
        options: ['triples'],
        facts: [
          ['Circumference', '12 in'],
          ['Core', 'Polyurethane'],
        ],
        styles: ['Practice', 'High-Visibility', 'Slow-Pitch'],
      },
    ],
    [
      'football',
      'American Football',
      [520, 1320],
      [380, 430],
      'Pebbled grip and wide laces for tight spirals.',
      { options: ['ml'], styles: ['Training', 'Junior', 'Official-Size'] },
    ],
    [
      'rugby',
      'Rugby Ball',
      [520, 1280],
      [400, 450],
      'Four panels with a grippy surface that forgives wet hands.',
      {
        facts: [
          ['Panels', '4'],
          ['Bladder', 'Latex'],
        ],
      },
    ],
    [
      'goal',
      'Soccer Goal',
      [1680, 4200],
      [2400, 5200],
      'A goal that stands in two minutes and folds away before dinner.',
      {
        options: ['goalSize'],
        materials: ['Steel', 'Fiberglass', 'Aluminum'],
        limits: ['bulky'],
        styles: ['Pop-Up', 'Backyard', 'Foldable'],
        extras: ['with Net', 'with Carry Bag', 'for Kids'],
        facts: [
          ['Net', 'Weatherproof'],
          ['Assembly', 'No Tools'],
        ],
      },
    ],
    [
      'icehockey',
      'Street Hockey Stick',
      [680, 1680],
      [380, 560],
      'A light stick with a slight curve for ponds, rinks and driveways.',
      {
        options: ['hand'],
        materials: ['Carbon Fiber', 'Wood', 'Fiberglass'],
        palette: undefined,
        facts: [
          ['Flex', '70'],
          ['Length', '57 in'],
        ],
        styles: ['Youth', 'Carbon-Look', 'Lightweight'],
      },
    ],
    [
      'lacrosse',
      'Lacrosse Stick',
      [780, 1890],
      [380, 520],
      'A strung head on a light shaft, ready for the first catch.',
      {
        options: ['hand'],
        materials: ['Aluminum', 'Carbon Fiber'],
        facts: [
          ['Head', 'Strung'],
          ['Length', '40 in'],
        ],
        styles: ['Beginner', 'Attack', 'Training'],
      },
    ],
    [
      'cricket',
      'Cricket Bat and Ball',
      [880, 2300],
      [900, 1300],
      'A shaped willow-look blade with a ball to get the innings started.',
      {
        palette: undefined,
        options: ['ml'],
        materials: ['Wood'],
        facts: [
          ['Includes', 'Ball'],
          ['Handle', 'Rubber Grip'],
        ],
        styles: ['Junior', 'Backyard', 'Beach'],
      },
    ],
  ],
);
