import { shelf } from '../object-spec.ts';
import { carry } from './departments.ts';

export const HATS = shelf(
  {
    ...carry,
    category: 'hats',
    palette: 'fashion',
    styles: ['Classic', 'Packable', 'Vintage', 'Everyday', 'Lightweight'],
    materials: ['Cotton', 'Felt', 'Straw'],
    extras: ['for Men', 'for Women', 'for Summer'],
    options: ['ml'],
    facts: [['Sweatband', 'Soft Cotton']],
    points: ['Keeps its shape', 'Soft sweatband', 'Light on the head', 'Adjustable fit'],
    tags: ['hats', 'accessories', 'fashion'],
  },
  [
    [
      'cap',
      'Baseball Cap',
      [280, 780],
      [80, 120],
      'A six-panel cap with a curved brim and a strap that fits nearly everyone.',
      {
        count: 18,
        options: ['capSize'],
        materials: ['Cotton', 'Denim', 'Recycled Polyester'],
        extras: ['for Men', 'for Women', 'with Adjustable Strap'],
        facts: [
          ['Panels', '6'],
          ['Brim', 'Curved'],
        ],
      },
    ],
    [
      'sunhat',
      'Straw Sun Hat with Ribbon',
      [420, 1080],
      [90, 150],
      'A wide brim and a ribbon: shade for face, neck and shoulders.',
      {
        palette: undefined,
        materials: ['Straw'],
        styles: ['Wide-Brim', 'Packable', 'Floppy', 'Garden'],
        extras: ['for Women', 'for Beach', 'with UV Protection'],
        facts: [
          ['Brim', '4.5 in'],
          ['UV Protection', 'UPF 50+'],
        ],
      },
    ],
    [
      'tophat',
      'Top Hat',
      [580, 1480],
      [160, 240],
      'A tall hat with a contrast band for magicians, grooms and costume nights.',
      {
        materials: ['Felt', 'Velvet', 'Satin'],
        styles: ['Victorian-Style', 'Classic', 'Magician', 'Steampunk'],
        extras: ['for Costume Parties', 'for Weddings', 'for Adults'],
        facts: [['Height', '5.5 in']],
      },
    ],
    [
      'gradcap',
      'Graduation Cap with Tassel',
      [320, 760],
      [140, 200],
      'A flat-topped cap with a golden tassel for the proudest photo of the year.',
      {
        palette: undefined,
        materials: ['Polyester', 'Satin'],
        options: [],
        styles: ['Matte', 'Adult', 'Shiny', 'Bachelor'],
        extras: ['for Class of 2026', 'for Adults', 'for Photo Day'],
        facts: [['Tassel', 'Included']],
      },
    ],
    [
      'crown',
      'Party Crown',
      [260, 690],
      [90, 180],
      'A golden crown with jewels for birthdays, school plays and kings for a day.',
      {
        palette: undefined,
        materials: ['Zinc Alloy', 'Plastic', 'Felt'],
        options: [],
        styles: ['Royal', 'Jeweled', 'Birthday', 'Adjustable'],
        extras: ['for Kids', 'for Birthdays', 'for Cosplay'],
        facts: [['Fit', 'Adjustable']],
      },
    ],
  ],
);
