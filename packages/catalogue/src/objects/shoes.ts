import { shelf } from '../object-spec.ts';

const shoe = {
  palette: 'leather',
  points: ['Cushioned insole', 'Non-slip outsole', 'Room in the toes', 'Light on the foot', 'True to size'],
  facts: [
    ['Closure', 'Slip-On'],
    ['Outsole', 'Rubber'],
  ],
  tags: ['shoes', 'footwear', 'fashion'],
  props: [],
  options: ['shoesWomen'],
} as const;

export const SHOES = [
  ...shelf(
    {
      ...shoe,
      category: 'sneakers',
      styles: ['Lightweight', 'Breathable', 'Retro', 'Casual', 'Everyday', 'Cushioned'],
      materials: ['Mesh', 'Canvas', 'Suede'],
      extras: ['for Men', 'for Women', 'for Walking', 'for Running'],
    },
    [
      [
        'sneaker',
        'Running Shoes',
        [1280, 2900],
        [480, 680],
        'A light shoe with a springy sole for the daily run and the long way home.',
        {
          count: 26,
          palette: 'sport',
          options: ['shoesMen'],
          wide: ['shoesMen', 'shoeWidth'],
          facts: [
            ['Closure', 'Lace-Up'],
            ['Drop', '8 mm'],
            ['Outsole', 'Rubber'],
          ],
        },
      ],
      [
        'dressshoe',
        'Derby Shoes',
        [1780, 3900],
        [820, 1100],
        'A plain-toe shoe that is right for the office and right for the wedding.',
        {
          count: 12,
          options: ['shoesMen', 'shoeWidth'],
          materials: ['Leather', 'Vegan Leather', 'Suede'],
          styles: ['Classic', 'Plain-Toe', 'Hand-Stitched', 'Formal', 'Casual'],
          extras: ['for Men', 'for Office', 'for Weddings'],
          facts: [
            ['Closure', 'Lace-Up'],
            ['Outsole', 'Rubber'],
          ],
        },
      ],
    ],
  ),
  ...shelf(
    {
      ...shoe,
      category: 'boots',
      styles: ['Waterproof', 'Rugged', 'Mid-Cut', 'Classic', 'Insulated'],
      materials: ['Leather', 'Suede', 'Vegan Leather'],
      extras: ['for Men', 'for Women', 'for Trails', 'for Winter'],
    },
    [
      [
        'hikingboot',
        'Hiking Boots',
        [2300, 4800],
        [980, 1350],
        'Ankle support, deep lugs and a collar that does not rub on the second day.',
        {
          count: 14,
          options: ['shoesMen', 'shoeWidth'],
          facts: [
            ['Closure', 'Lace-Up'],
            ['Shaft', 'Ankle'],
            ['Outsole', 'Lugged Rubber'],
          ],
        },
      ],
      [
        'ankleboot',
        'Ankle Boots',
        [1890, 3900],
        [780, 1050],
        'A block heel and a soft shaft: boots for pavements, offices and dance floors.',
        {
          count: 12,
          palette: 'fashion',
          styles: ['Chic', 'Block-Heel', 'Classic', 'Western-Style'],
          extras: ['for Women', 'with Side Zip', 'for Fall'],
          facts: [
            ['Heel', '2.4 in'],
            ['Closure', 'Side Zip'],
          ],
        },
      ],
    ],
  ),
  ...shelf(
    {
      ...shoe,
      category: 'heels-flats',
      palette: 'fashion',
      styles: ['Elegant', 'Pointed-Toe', 'Classic', 'Comfort', 'Evening'],
      materials: ['Suede', 'Vegan Leather', 'Satin'],
      extras: ['for Women', 'for Weddings', 'for Office'],
    },
    [
      [
        'heel',
        'Stiletto Pumps',
        [1380, 2900],
        [480, 640],
        'A slim heel and a cushioned ball, for evenings that end late.',
        {
          count: 14,
          facts: [
            ['Heel', '3.5 in'],
            ['Toe', 'Pointed'],
          ],
        },
      ],
      [
        'flat',
        'Ballet Flats',
        [880, 1890],
        [320, 440],
        'A soft flat that folds into a bag and comes out when heels have had enough.',
        {
          count: 14,
          styles: ['Comfort', 'Foldable', 'Pointed-Toe', 'Everyday', 'Soft-Sole'],
          facts: [
            ['Heel', '0.4 in'],
            ['Toe', 'Almond'],
          ],
        },
      ],
      [
        'ballet',
        'Ballet Slippers',
        [480, 1080],
        [140, 220],
        'Soft slippers with satin ribbons, for class and for the stage.',
        {
          palette: 'flower',
          materials: ['Satin', 'Canvas', 'Leather'],
          styles: ['Split-Sole', 'Soft', 'Practice', 'Stage'],
          extras: ['for Girls and Women', 'with Ribbons', 'for Dance Class'],
          facts: [
            ['Sole', 'Split'],
            ['Ribbons', 'Included'],
          ],
        },
      ],
    ],
  ),
  ...shelf(
    {
      ...shoe,
      category: 'sandals',
      palette: 'fashion',
      styles: ['Comfort', 'Summer', 'Casual', 'Classic', 'Open-Toe'],
      materials: ['Leather', 'Vegan Leather', 'Suede'],
      extras: ['for Women', 'for Summer', 'for Weddings'],
    },
    [
      [
        'sandal',
        'Heeled Mules',
        [1180, 2500],
        [420, 580],
        'An open mule with a low block heel that you can walk in all day.',
        {
          count: 12,
          facts: [
            ['Heel', '2 in'],
            ['Closure', 'Slip-On'],
          ],
        },
      ],
      [
        'flipflop',
        'Flip-Flops',
        [260, 690],
        [220, 340],
        'A soft footbed and a strap that does not cut, for beach, pool and hotel.',
        {
          count: 14,
          palette: 'sport',
          materials: ['Natural Rubber', 'Foam'],
          styles: ['Quick-Dry', 'Cushioned', 'Beach', 'Classic', 'Non-Slip'],
          extras: ['for Men', 'for Women', 'for Pool and Beach'],
          facts: [
            ['Footbed', 'Contoured'],
            ['Strap', 'Soft Rubber'],
          ],
        },
      ],
    ],
  ),
];
