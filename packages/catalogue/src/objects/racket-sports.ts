import { shelf } from '../object-spec.ts';
import { sport } from './departments.ts';

export const RACKET_SPORTS = shelf(
  {
    ...sport,
    category: 'racket-sports',
    materials: ['Aluminum', 'Carbon Fiber'],
    options: ['gripSize'],
    facts: [
      ['Strung', 'Yes'],
      ['Cover', 'Included'],
    ],
  },
  [
    [
      'tennis',
      'Tennis Racket',
      [1280, 3400],
      [270, 310],
      'A forgiving head and a light frame that is quick at the net.',
      {
        count: 10,
        facts: [
          ['Head', '102 sq in'],
          ['Strung', 'Yes'],
        ],
      },
    ],
    [
      'badminton',
      'Badminton Set',
      [680, 1680],
      [260, 420],
      'A light racket and shuttles for the garden and the gym.',
      { options: ['packs'], extras: ['with Shuttlecocks', 'with Carry Bag', 'for Backyard'] },
    ],
    [
      'pingpong',
      'Table Tennis Paddle',
      [380, 1180],
      [160, 200],
      'Grippy rubber and a comfortable handle that take spin seriously.',
      {
        options: ['packs'],
        materials: ['Wood', 'Carbon Fiber'],
        extras: ['with Balls', 'with Case', 'for Beginners'],
        facts: [
          ['Blade', '5-Ply'],
          ['Sponge', '2 mm'],
        ],
      },
    ],
    [
      'darts',
      'Dartboard Set',
      [980, 2600],
      [1800, 4200],
      'A round board that heals itself and darts that fly straight.',
      {
        palette: undefined,
        options: ['boardSize'],
        materials: ['Wood', 'Foam'],
        limits: ['blade'],
        styles: ['Classic', 'Tournament', 'Home Bar'],
        extras: ['with 6 Darts', 'for Game Room', 'with Mounting Kit'],
        facts: [
          ['Darts', '6'],
          ['Mounting', 'Kit Included'],
        ],
      },
    ],
    [
      'archery',
      'Youth Archery Set',
      [1180, 2900],
      [620, 980],
      'A bow with an easy draw and suction-tip arrows for the back yard.',
      {
        palette: undefined,
        options: ['hand'],
        materials: ['Fiberglass', 'Wood'],
        styles: ['Beginner', 'Backyard', 'Practice'],
        extras: ['with Arrows', 'with Target', 'for Ages 8+'],
        facts: [
          ['Draw', '12 lb'],
          ['Arrows', 'Suction Tip'],
        ],
      },
    ],
    [
      'golf',
      'Putting Green Set',
      [1480, 3600],
      [1200, 2200],
      'A real-feel green with a cup and flag for the hallway or the lawn.',
      {
        palette: undefined,
        options: ['sml'],
        materials: ['Polyester', 'Nylon'],
        styles: ['Indoor', 'Portable', 'Backyard'],
        extras: ['with Flag', 'with Golf Balls', 'for Office'],
        facts: [
          ['Pile', '0.4 in'],
          ['Includes', 'Flag and Cup'],
        ],
      },
    ],
    [
      'frisbee',
      'Flying Disc',
      [180, 520],
      [140, 180],
      'A disc that glides far and lands softly in the hand.',
      {
        palette: undefined,
        options: ['packs'],
        materials: ['Plastic', 'Silicone'],
        styles: ['Soft', 'Long-Range', 'Beach'],
        extras: ['for Parks and Beach', 'for Kids and Adults'],
        facts: [
          ['Diameter', '10.8 in'],
          ['Weight', '175 g Class'],
        ],
      },
    ],
    [
      'boxingglove',
      'Boxing Gloves',
      [980, 2400],
      [480, 760],
      'Layered foam and a firm wrist, for the bag and for sparring.',
      {
        options: ['gloveOz'],
        materials: ['PU Leather', 'Leather'],
        styles: ['Training', 'Sparring', 'Beginner', 'Vented'],
        extras: ['for Men and Women', 'with Hand Wraps', 'for Heavy Bag'],
        facts: [
          ['Closure', 'Hook and Loop'],
          ['Padding', 'Layered Foam'],
        ],
        count: 10,
      },
    ],
  ],
);
