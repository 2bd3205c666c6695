import { shelf } from '../object-spec.ts';

export const FURNITURE = shelf(
  {
    category: 'furniture',
    palette: 'home',
    styles: ['Mid-Century', 'Modern', 'Scandinavian', 'Classic', 'Space-Saving', 'Farmhouse'],
    materials: ['Wood', 'Beech', 'Oak'],
    extras: ['for Small Spaces', 'for Living Room', 'with Easy Assembly'],
    options: [],
    points: [
      'Tools and clear instructions included',
      'Pads protect the floor',
      'Tested for daily use',
      'Assembles in under an hour',
    ],
    facts: [
      ['Assembly', 'Required'],
      ['Warranty', '2 years'],
    ],
    tags: ['furniture', 'home'],
    limits: ['bulky'],
    props: ['potplant'],
    count: 7,
  },
  [
    [
      'chair',
      'Dining Chair',
      [3400, 6900],
      [4200, 6200],
      'A wooden chair with a curved back that stays comfortable past dessert.',
      { count: 10, options: ['packs'] },
    ],
    [
      'sofa',
      'Two-Seat Sofa',
      [16500, 29500],
      [26000, 36000],
      'A compact sofa with deep cushions, for flats, studios and reading rooms.',
      {
        materials: ['Velvet', 'Linen', 'Polyester'],
        count: 10,
        styles: ['Mid-Century', 'Modern', 'Compact', 'Deep-Seat', 'Scandinavian'],
      },
    ],
    [
      'bed',
      'Platform Bed',
      [14500, 26500],
      [28000, 42000],
      'A low platform with strong slats; no box spring needed.',
      {
        palette: undefined,
        options: ['bedSize'],
        materials: ['Wood', 'Pine', 'Steel'],
        extras: ['with Headboard', 'with Storage', 'with Easy Assembly'],
      },
    ],
    [
      'ladder',
      'Wooden Step Ladder',
      [2600, 5200],
      [3200, 6200],
      'Wide steps and a light frame: for high shelves, plants or blankets.',
      {
        options: ['rungs'],
        materials: ['Pine', 'Beech', 'Bamboo'],
        styles: ['Folding', 'Rustic', 'Decorative', 'Sturdy'],
        extras: ['for Library and Loft', 'for Blankets and Towels', 'for Home'],
      },
    ],
    [
      'cabinet',
      'Filing Cabinet',
      [4200, 8800],
      [9000, 16000],
      'Full-extension drawers that lock with one key and take letter-size folders.',
      {
        materials: ['Steel', 'Wood'],
        options: ['drawers'],
        styles: ['Lockable', 'Compact', 'Home-Office', 'Vertical'],
        extras: ['with Lock', 'for Letter-Size Files', 'with Label Holders'],
        props: [],
      },
    ],
  ],
);
