import { shelf } from '../object-spec.ts';

const wear = {
  palette: 'fashion',
  points: [
    'True to size',
    'Flat seams that do not rub',
    'Color stays after washing',
    'Soft from the first wear',
    'Reinforced at the stress points',
  ],
  facts: [
    ['Fit', 'Regular'],
    ['Season', 'All Season'],
  ],
  extras: ['for Women', 'for Men', 'for Everyday'],
  props: [],
  options: ['apparel'],
} as const;

export const TOPS = shelf(
  {
    ...wear,
    category: 'tops',
    tags: ['clothing', 'tops', 'fashion'],
    styles: ['Relaxed', 'Classic', 'Slim-Fit', 'Oversized', 'Striped', 'Breathable'],
    materials: ['Cotton', 'Organic Cotton', 'Linen'],
  },
  [
    [
      'tshirt',
      'T-Shirt',
      [320, 780],
      [150, 210],
      'A T-shirt with a clean collar and a weight that keeps its shape wash after wash.',
      {
        count: 26,
        wide: ['apparelWide', 'fit'],
        extras: ['for Men', 'for Women', 'with Chest Stripe', 'for Summer'],
        facts: [
          ['Fit', 'Regular'],
          ['Neck', 'Crew'],
          ['Fabric Weight', '180 gsm'],
        ],
      },
    ],
    [
      'blouse',
      'V-Neck Blouse',
      [420, 990],
      [130, 190],
      'A light blouse with a soft V-neck that goes from desk to dinner.',
      {
        count: 18,
        wide: ['apparelWide', 'fit'],
        materials: ['Viscose', 'Chiffon', 'Cotton', 'Satin'],
        styles: ['Flowy', 'Casual', 'Elegant', 'Short-Sleeve', 'Relaxed'],
        extras: ['for Women', 'for Work', 'for Summer'],
        facts: [
          ['Neck', 'V-Neck'],
          ['Sleeve', 'Short'],
        ],
      },
    ],
    [
      'shirttie',
      'Striped Dress Shirt with Tie',
      [890, 1890],
      [280, 360],
      'A striped shirt and a matching tie: dressed for the interview in one go.',
      {
        palette: undefined,
        materials: ['Cotton'],
        styles: ['Slim-Fit', 'Classic', 'Easy-Iron', 'Business'],
        extras: ['for Men', 'for Office', 'for Weddings'],
        facts: [
          ['Collar', 'Spread'],
          ['Includes', 'Tie'],
        ],
      },
    ],
    [
      'runvest',
      'Running Singlet',
      [340, 820],
      [90, 130],
      'A featherlight vest that dries before you are home.',
      {
        palette: 'sport',
        materials: ['Mesh', 'Recycled Polyester'],
        styles: ['Quick-Dry', 'Lightweight', 'Racing', 'Breathable'],
        extras: ['for Men', 'for Women', 'for Marathon Training'],
        facts: [
          ['Fit', 'Athletic'],
          ['Reflective', 'Yes'],
        ],
      },
    ],
    [
      'gi',
      'Karate Uniform',
      [980, 2100],
      [700, 1050],
      'A crisp uniform with jacket, pants and belt, cut for free movement.',
      {
        palette: undefined,
        materials: ['Cotton', 'Canvas'],
        styles: ['Student', 'Training', 'Lightweight', 'Competition'],
        extras: ['with Belt', 'for Kids and Adults', 'for Judo and Karate'],
        facts: [
          ['Fabric Weight', '8 oz'],
          ['Includes', 'Belt'],
        ],
      },
    ],
  ],
);

export const BOTTOMS_DRESSES = [
  ...shelf(
    {
      ...wear,
      category: 'bottoms',
      tags: ['clothing', 'pants', 'fashion'],
      styles: ['Classic', 'Relaxed', 'Tapered', 'Stretch', 'Everyday'],
      materials: ['Denim', 'Cotton', 'Linen'],
    },
    [
      [
        'jeans',
        'Straight-Leg Jeans',
        [890, 1980],
        [480, 680],
        'Straight legs, a mid rise and enough stretch to sit down in.',
        {
          count: 18,
          options: ['waist'],
          wide: ['waist', 'inseam'],
          materials: ['Denim'],
          extras: ['for Men', 'for Women', 'with Five Pockets'],
          facts: [
            ['Rise', 'Mid'],
            ['Closure', 'Zip Fly'],
            ['Stretch', '2 % Elastane'],
          ],
        },
      ],
      [
        'shorts',
        'Drawstring Shorts',
        [390, 890],
        [150, 220],
        'Easy shorts with a drawstring and pockets deep enough for a phone.',
        {
          count: 16,
          materials: ['Cotton', 'Recycled Polyester', 'Linen'],
          styles: ['Quick-Dry', 'Relaxed', 'Lightweight', 'Athletic', 'Beach'],
          extras: ['for Men', 'for Summer', 'with Pockets'],
          facts: [
            ['Inseam', '7 in'],
            ['Closure', 'Drawstring'],
          ],
        },
      ],
    ],
  ),
  ...shelf(
    {
      ...wear,
      category: 'dresses',
      tags: ['clothing', 'dress', 'fashion'],
      styles: ['Elegant', 'Flowy', 'Vintage', 'Summer', 'Belted', 'Cocktail'],
      materials: ['Chiffon', 'Cotton', 'Viscose', 'Satin'],
    },
    [
      [
        'dress',
        'A-Line Dress',
        [890, 2200],
        [240, 380],
        'A fitted waist and a skirt that swings: the dress for weddings and first days of summer.',
        {
          count: 20,
          wide: ['apparelWide'],
          extras: ['for Weddings', 'for Summer', 'with Straps', 'for Parties'],
          facts: [
            ['Length', 'Knee'],
            ['Neck', 'Sweetheart'],
            ['Closure', 'Back Zip'],
          ],
        },
      ],
      [
        'kimono',
        'Kimono Robe',
        [980, 2300],
        [320, 480],
        'A wide-sleeved robe with a printed pattern and a soft belt.',
        {
          styles: ['Floral', 'Lightweight', 'Japanese-Style', 'Long'],
          materials: ['Satin', 'Cotton', 'Silk'],
          options: ['ml'],
          extras: ['for Women', 'for Bridesmaids', 'for Lounging'],
          facts: [
            ['Sleeve', 'Wide'],
            ['Includes', 'Belt'],
          ],
        },
      ],
      [
        'sari',
        'Printed Sari',
        [1180, 2600],
        [420, 640],
        'Six yards of color with a contrast border, and a blouse piece to match.',
        {
          palette: undefined,
          options: [],
          materials: ['Silk', 'Chiffon', 'Cotton'],
          styles: ['Festive', 'Lightweight', 'Bordered', 'Wedding'],
          extras: ['with Blouse Piece', 'for Weddings', 'for Festivals'],
          facts: [
            ['Length', '6 yd'],
            ['Blouse Piece', 'Included'],
          ],
        },
      ],
    ],
  ),
];

export const OUTERWEAR = shelf(
  {
    ...wear,
    category: 'outerwear',
    tags: ['clothing', 'jacket', 'workwear'],
    styles: ['Tailored', 'Lightweight', 'Classic', 'Double-Breasted', 'Winter'],
    materials: ['Wool', 'Cotton', 'Polyester'],
  },
  [
    [
      'coat',
      'Button-Front Coat',
      [1980, 4600],
      [800, 1250],
      'A clean-cut coat with a notched collar that goes over everything.',
      {
        count: 18,
        extras: ['for Women', 'for Men', 'with Pockets', 'for Fall and Winter'],
        facts: [
          ['Lining', 'Full'],
          ['Pockets', '2'],
          ['Closure', 'Buttons'],
        ],
      },
    ],
    [
      'labcoat',
      'Lab Coat',
      [880, 1790],
      [420, 580],
      'A white coat with three pockets and a collar that stays flat.',
      {
        palette: undefined,
        materials: ['Cotton', 'Polyester'],
        styles: ['Unisex', 'Professional', 'Wrinkle-Resistant', 'Long-Sleeve'],
        extras: ['for Doctors and Students', 'with Pockets', 'for Lab Work'],
        facts: [
          ['Length', '38 in'],
          ['Pockets', '3'],
        ],
      },
    ],
    [
      'hivis',
      'High-Visibility Vest',
      [290, 690],
      [140, 220],
      'Bright fabric and wide reflective bands that are seen from far away.',
      {
        palette: 'tool',
        materials: ['Polyester', 'Mesh'],
        styles: ['Reflective', 'Zip-Front', 'Breathable', 'Adjustable'],
        extras: ['for Construction', 'for Running and Cycling', 'with Pockets'],
        facts: [
          ['Reflective Tape', '2 in'],
          ['Closure', 'Zip'],
        ],
      },
    ],
  ],
);

export const SWIM_ACCESSORIES = [
  ...shelf(
    {
      ...wear,
      category: 'swimwear',
      palette: 'swim',
      tags: ['swimwear', 'beach', 'summer'],
      styles: ['Classic', 'Sporty', 'Retro', 'Quick-Dry', 'Chlorine-Resistant'],
      materials: ['Spandex', 'Nylon'],
      extras: ['for Women', 'for Pool and Beach', 'with UV Protection'],
    },
    [
      [
        'swimsuit',
        'One-Piece Swimsuit',
        [690, 1580],
        [140, 200],
        'A supportive one-piece that stays where it should, lap after lap.',
        {
          count: 14,
          facts: [
            ['Lining', 'Full'],
            ['UV Protection', 'UPF 50+'],
          ],
        },
      ],
      [
        'bikini',
        'Polka Dot Bikini Set',
        [590, 1380],
        [100, 150],
        'A dotted two-piece with ties you can adjust.',
        {
          count: 12,
          facts: [
            ['Set', 'Top and Bottom'],
            ['Ties', 'Adjustable'],
          ],
        },
      ],
      [
        'swimbriefs',
        'Swim Briefs',
        [390, 890],
        [60, 95],
        'Sleek briefs with a drawstring for training and the beach.',
        {
          extras: ['for Men', 'for Training', 'with Drawstring'],
          facts: [
            ['Waist', 'Drawstring'],
            ['UV Protection', 'UPF 50+'],
          ],
        },
      ],
    ],
  ),
  ...shelf(
    {
      ...wear,
      category: 'scarves-socks',
      tags: ['accessories', 'winter', 'fashion'],
      styles: ['Warm', 'Soft', 'Cable-Knit', 'Classic', 'Chunky', 'Everyday'],
      materials: ['Wool', 'Cashmere', 'Acrylic', 'Cotton'],
    },
    [
      [
        'scarf',
        'Fringed Scarf',
        [390, 1150],
        [160, 260],
        'A long scarf with a fringe, soft enough for bare skin.',
        {
          count: 16,
          options: [],
          extras: ['for Women', 'for Men', 'for Cold Days', 'with Fringe'],
          facts: [
            ['Size', '72 x 12 in'],
            ['Fringe', 'Yes'],
          ],
        },
      ],
      [
        'gloves',
        'Knit Gloves',
        [240, 690],
        [60, 110],
        'Close-fitting gloves that keep hands warm and fingers useful.',
        {
          count: 14,
          options: ['gloveSize'],
          materials: ['Merino Wool', 'Acrylic', 'Fleece', 'Cashmere'],
          extras: ['for Men and Women', 'with Touchscreen Fingertips', 'for Cold Days'],
          facts: [
            ['Touchscreen', 'Yes'],
            ['Cuff', 'Ribbed'],
          ],
        },
      ],
      [
        'socks',
        'Crew Socks',
        [160, 460],
        [50, 80],
        'Cushioned socks that stay up and do not squeeze.',
        {
          count: 16,
          options: ['sockSize'],
          materials: ['Cotton', 'Merino Wool', 'Organic Cotton'],
          styles: ['Cushioned', 'Striped', 'Athletic', 'Breathable', 'Colorful'],
          extras: ['3 Pairs', '6 Pairs', 'for Hiking', 'for Everyday'],
          facts: [
            ['Height', 'Crew'],
            ['Toe', 'Seamless'],
          ],
        },
      ],
    ],
  ),
];
