import { shelf } from '../object-spec.ts';
import { wear } from './departments.ts';

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
