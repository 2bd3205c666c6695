import { shelf } from '../object-spec.ts';
import { sport } from './departments.ts';

export const WHEELS = shelf(
  {
    ...sport,
    category: 'wheels',
    materials: ['Aluminum', 'Steel'],
    options: [],
    facts: [['Assembly', 'Minimal']],
    styles: ['Street', 'Lightweight', 'Classic', 'Cruiser'],
    tags: ['sports', 'ride', 'outdoor'],
  },
  [
    [
      'skateboard',
      'Skateboard',
      [1480, 3400],
      [1900, 2400],
      'Seven plies, smooth bearings and a deck with pop.',
      {
        options: ['deck'],
        materials: ['Maple', 'Bamboo'],
        extras: ['for Beginners', 'with Grip Tape', 'for Street and Park'],
        facts: [
          ['Deck', '7-Ply'],
          ['Bearings', 'ABEC-7'],
        ],
        count: 10,
      },
    ],
    [
      'rollerskate',
      'Quad Roller Skates',
      [1980, 4200],
      [1500, 2300],
      'High boots, four soft wheels and a stopper that works.',
      {
        palette: 'play',
        options: ['shoesWomen'],
        materials: ['Vegan Leather', 'Suede'],
        styles: ['Retro', 'Outdoor', 'Disco', 'Beginner'],
        extras: ['for Women', 'with Light-Up Wheels', 'for Rink and Street'],
        facts: [
          ['Wheels', '82A'],
          ['Bearings', 'ABEC-7'],
        ],
      },
    ],
    [
      'bicycle',
      'City Bicycle',
      [12500, 22500],
      [14000, 17500],
      'An upright ride with wide handlebars and mudguards for real weather.',
      {
        options: ['bikeSize'],
        limits: ['bulky'],
        extras: ['with Mudguards', 'with Bell', 'for Commuting'],
        styles: ['Step-Through', 'Cruiser', 'Vintage', 'Lightweight'],
        facts: [
          ['Gears', '7'],
          ['Brakes', 'V-Brake'],
        ],
      },
    ],
    [
      'kickscooter',
      'Kick Scooter',
      [2400, 5200],
      [3200, 4600],
      'Folds in a second, rolls smoothly and stops when you ask.',
      {
        palette: 'play',
        options: ['ml'],
        styles: ['Foldable', 'Adjustable', 'Lightweight'],
        extras: ['for Kids', 'for Adults', 'with Kickstand'],
        facts: [
          ['Max Load', '220 lb'],
          ['Wheels', '200 mm'],
        ],
      },
    ],
  ],
);
