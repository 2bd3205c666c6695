import { shelf } from '../object-spec.ts';
import { wear } from './departments.ts';

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
