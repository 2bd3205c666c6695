import { shelf } from '../object-spec.ts';
import { outside } from './departments.ts';

export const GARDEN = shelf(
  {
    ...outside,
    category: 'garden',
    palette: undefined,
    styles: ['Garden', 'Rustic', 'Weatherproof', 'Handmade'],
    materials: ['Wood', 'Bamboo'],
    extras: ['for Patio', 'for Balcony', 'as a Gift for Gardeners'],
    options: [],
    facts: [['Use', 'Outdoor']],
  },
  [
    [
      'seedling',
      'Herb Seed Starter Kit',
      [420, 1180],
      [380, 720],
      'Pots, soil discs and seeds: basil on the windowsill in three weeks.',
      {
        limits: ['plant'],
        styles: ['Indoor', 'Organic', 'Beginner'],
        extras: ['with Pots and Soil', 'for Kitchen Windowsills', 'for Kids'],
        facts: [
          ['Varieties', '6'],
          ['Includes', 'Pots, Soil, Markers'],
        ],
        points: ['Everything in one box', 'Clear growing guide', 'Peat-free soil', 'Seeds for two rounds'],
      },
    ],
    [
      'birdhouse',
      'Hanging Birdhouse',
      [680, 1680],
      [420, 780],
      'A thatched roof and a small door: shelter for wrens and tits.',
      {
        limits: ['plant'],
        materials: ['Wood', 'Straw', 'Bamboo'],
        styles: ['Natural', 'Handwoven', 'Thatched'],
        extras: ['for Small Birds', 'for Garden', 'with Hanger'],
        facts: [
          ['Entrance', '1.25 in'],
          ['Cleaning Door', 'Yes'],
        ],
      },
    ],
    [
      'nest',
      'Decorative Nest with Eggs',
      [280, 780],
      [80, 160],
      'A twig nest with three blue eggs for the spring table.',
      {
        materials: ['Rattan', 'Straw'],
        styles: ['Natural-Look', 'Handmade', 'Spring'],
        extras: ['for Easter', 'for Wreaths', 'for Table Decor'],
        facts: [['Eggs', '3']],
      },
    ],
    [
      'wheel',
      'Wooden Wagon Wheel',
      [1280, 3200],
      [1800, 3600],
      'A spoked wheel for the fence, the wall or the flower bed.',
      {
        options: ['sml'],
        styles: ['Rustic', 'Vintage-Look', 'Farmhouse'],
        extras: ['for Garden Walls', 'for Western Decor', 'for Trellis'],
        facts: [
          ['Spokes', '10'],
          ['Finish', 'Burnt Wood'],
        ],
      },
    ],
    [
      'butterfly',
      'Butterfly Garden Stakes',
      [220, 640],
      [60, 140],
      'Fluttering color for beds and pots that never need water.',
      {
        palette: 'play',
        materials: ['Plastic', 'Steel'],
        options: ['triples'],
        styles: ['Fluttering', 'Colorful', 'Decorative'],
        facts: [
          ['Stake', '10 in'],
          ['Wings', 'Spring-Mounted'],
        ],
      },
    ],
    [
      'mushroom',
      'Garden Mushroom Ornament',
      [280, 820],
      [260, 620],
      'A spotted toadstool for the shady corner where nothing grows.',
      { palette: 'play', materials: ['Ceramic', 'Resin'], options: ['sml'], facts: [['Frost Resistant', 'Yes']] },
    ],
  ],
);
