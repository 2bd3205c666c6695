import { shelf } from '../object-spec.ts';
import { outside } from './departments.ts';

export const POOL_FLOATS = shelf(
  {
    ...outside,
    category: 'pool-floats',
    palette: undefined,
    styles: ['Giant', 'Inflatable', 'Quick-Fill', 'Summer'],
    materials: ['Vinyl'],
    extras: ['for Adults', 'for Pool Parties', 'with Repair Patch'],
    options: ['ml'],
    facts: [
      ['Valve', 'Quick-Fill'],
      ['Repair Patch', 'Included'],
    ],
    points: ['Fills in minutes', 'Double-welded seams', 'Repair patch included', 'Folds into a bag'],
    tags: ['pool', 'beach', 'summer'],
  },
  [
    ['donut', 'Donut Pool Float', [520, 1280], [680, 1100], 'Frosted, sprinkled and wide enough for a nap.', {}],
    [
      'watermelon',
      'Watermelon Pool Float',
      [520, 1280],
      [680, 1100],
      'A giant slice of summer that keeps you on the surface.',
      {},
    ],
    ['pineapple', 'Pineapple Pool Float', [560, 1380], [760, 1200], 'A tall float with leaves for a headrest.', {}],
    ['pizza', 'Pizza Slice Pool Float', [560, 1380], [760, 1200], 'One slice is a float, eight make a party.', {}],
    ['flamingo', 'Flamingo Pool Float', [620, 1580], [880, 1500], 'The long-necked classic of every good pool.', {}],
    ['strawberry', 'Strawberry Pool Float', [520, 1280], [680, 1100], 'Sweet, red and ripe for the deep end.', {}],
    [
      'beachumbrella',
      'Beach Umbrella',
      [1380, 3200],
      [1600, 2400],
      'A tilting canopy and a screw anchor that holds when the wind picks up.',
      {
        materials: ['Polyester', 'Fiberglass'],
        options: [],
        styles: ['Tilting', 'Windproof', 'Striped'],
        extras: ['with Sand Anchor', 'with Carry Bag', 'with UV Protection'],
        facts: [
          ['Canopy', '6.5 ft'],
          ['UV Protection', 'UPF 50+'],
        ],
        points: [
          'Tilts to follow the sun',
          'Sand anchor included',
          'Vent lets the wind through',
          'Carry bag with strap',
        ],
      },
    ],
  ],
);
