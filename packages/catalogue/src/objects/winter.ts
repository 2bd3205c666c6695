import { shelf } from '../object-spec.ts';
import { sport } from './departments.ts';

export const WINTER = shelf(
  {
    ...sport,
    category: 'winter',
    materials: ['Nylon', 'Plastic'],
    options: ['ml'],
    facts: [['Season', 'Winter']],
    styles: ['Warm', 'All-Mountain', 'Classic', 'Recreational'],
  },
  [
    [
      'iceskate',
      'Ice Skates',
      [1980, 4600],
      [1300, 1900],
      'Ankle support, a warm lining and a blade that arrives sharpened.',
      {
        options: ['shoesWomen'],
        limits: ['blade'],
        materials: ['Vegan Leather', 'Leather'],
        extras: ['with Blade Guards', 'for Women', 'for Beginners'],
        facts: [
          ['Blade', 'Stainless Steel'],
          ['Lining', 'Fleece'],
        ],
      },
    ],
    [
      'skiboot',
      'Beginner Ski Set',
      [4900, 9800],
      [3800, 5600],
      'Short, forgiving skis and warm boots for the first winter on snow.',
      {
        options: ['shoesMen'],
        limits: ['bulky'],
        extras: ['with Boots', 'for Beginners'],
        styles: ['All-Mountain', 'Learner', 'Recreational'],
        facts: [
          ['Flex', 'Soft'],
          ['Bindings', 'Included'],
        ],
        count: 4,
      },
    ],
    [
      'sled',
      'Wooden Sled',
      [2600, 5200],
      [3600, 5200],
      'Bentwood runners and room for two, for hills that wait all year.',
      {
        palette: undefined,
        options: [],
        limits: ['bulky'],
        materials: ['Beech', 'Wood'],
        styles: ['Classic', 'Family', 'Foldable'],
        extras: ['with Pull Rope', 'for Two', 'for Kids'],
        facts: [
          ['Max Load', '220 lb'],
          ['Runners', 'Steel'],
        ],
      },
    ],
    [
      'goggles',
      'Ski Goggles',
      [680, 1780],
      [140, 200],
      'A wide view, soft foam and a strap that holds on any helmet.',
      {
        options: ['lens'],
        materials: ['Plastic'],
        styles: ['Anti-Fog', 'Wide-View', 'Over-Glasses'],
        extras: ['with UV Protection', 'for Adults', 'with Case'],
        facts: [
          ['Lens', 'Double'],
          ['Helmet Compatible', 'Yes'],
        ],
      },
    ],
  ],
);
