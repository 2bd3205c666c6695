import { shelf } from '../object-spec.ts';
import { wear } from './departments.ts';

export const DRESSES = shelf(
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
);
