import { shelf } from '../object-spec.ts';
import { carry } from './departments.ts';

export const JEWELRY = shelf(
  {
    ...carry,
    category: 'jewelry',
    palette: 'metal',
    styles: ['Elegant', 'Dainty', 'Vintage', 'Minimalist', 'Statement'],
    materials: ['Stainless Steel', 'Sterling Silver', 'Titanium'],
    extras: ['for Women', 'with Gift Box', 'for Anniversary'],
    options: [],
    facts: [
      ['Nickel Free', 'Yes'],
      ['Packaging', 'Gift Box'],
    ],
    points: ['Hypoallergenic', 'Gift box included', 'Does not turn skin green', 'Polished by hand'],
    tags: ['jewelry', 'accessories', 'gift'],
  },
  [
    [
      'watch',
      'Analog Watch',
      [980, 2900],
      [60, 110],
      'A clear dial, a soft strap and a movement you set once a year.',
      {
        count: 18,
        palette: 'leather',
        options: ['strap'],
        styles: ['Minimalist', 'Classic', 'Sport', 'Dress', 'Everyday'],
        extras: ['for Men', 'for Women', 'with Leather Strap', 'with Gift Box'],
        facts: [
          ['Movement', 'Quartz'],
          ['Water Resistance', '3 ATM'],
          ['Packaging', 'Gift Box'],
        ],
      },
    ],
    [
      'ring',
      'Solitaire Ring',
      [480, 1590],
      [6, 14],
      'One bright blue stone on a slim band, for yes and for no reason at all.',
      {
        count: 12,
        options: ['ringSize'],
        styles: ['Dainty', 'Vintage', 'Promise', 'Stackable'],
        extras: ['for Women', 'with Gift Box', 'for Anniversary'],
        facts: [
          ['Stone', 'Cubic Zirconia'],
          ['Nickel Free', 'Yes'],
        ],
      },
    ],
    [
      'beads',
      'Beaded Bracelet',
      [180, 520],
      [24, 44],
      'Round wooden beads and a red tassel on a cord that stretches.',
      {
        palette: undefined,
        materials: ['Wood', 'Walnut'],
        options: ['wrist'],
        styles: ['Handmade', 'Boho', 'Meditation', 'Stretch'],
        extras: ['with Tassel', 'for Men and Women', 'for Yoga'],
        facts: [
          ['Beads', '12 mm'],
          ['Cord', 'Elastic'],
        ],
      },
    ],
    [
      'gem',
      'Cut Glass Gemstones',
      [160, 460],
      [60, 140],
      'Sparkling faceted stones for crafts, vases and treasure hunts.',
      {
        palette: 'party',
        materials: ['Glass', 'Acrylic', 'Crystal'],
        options: ['triples'],
        styles: ['Faceted', 'Sparkling', 'Large', 'Brilliant'],
        extras: ['for Crafts', 'for Table Decor', 'for Treasure Hunts'],
        facts: [['Cut', 'Brilliant']],
      },
    ],
    [
      'bow',
      'Hair Bow',
      [110, 340],
      [14, 26],
      'A big satin bow on a clip that holds thick and fine hair.',
      {
        palette: 'flower',
        materials: ['Satin', 'Velvet', 'Silk'],
        options: ['packs'],
        styles: ['Oversized', 'Classic', 'Coquette', 'Long-Tail'],
        extras: ['for Women', 'for Girls', 'with Clip'],
        facts: [['Clip', 'Steel Barrette']],
        points: ['Clip that does not slip', 'Smooth satin', 'Keeps its shape', 'Fits thick and fine hair'],
      },
    ],
  ],
);
