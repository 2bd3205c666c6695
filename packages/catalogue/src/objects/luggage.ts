import { shelf } from '../object-spec.ts';
import { carry } from './departments.ts';

export const LUGGAGE = shelf(
  {
    ...carry,
    category: 'luggage',
    styles: ['Hardside', 'Lightweight', 'Expandable', 'Classic', 'Spinner'],
    materials: ['ABS', 'Aluminum'],
    extras: ['with TSA Lock', 'with Spinner Wheels', 'for Long Trips'],
    options: ['luggage'],
    facts: [
      ['Wheels', 'Four, 360°'],
      ['Lock', 'TSA'],
    ],
    tags: ['travel', 'luggage'],
  },
  [
    [
      'suitcase',
      'Suitcase',
      [3400, 7800],
      [2400, 3300],
      'A hard shell on quiet wheels, with straps inside that keep the shirts flat.',
      { palette: 'fashion', count: 16 },
    ],
    [
      'briefcase',
      'Briefcase',
      [1980, 4600],
      [980, 1400],
      'A proper briefcase for laptop, papers and the look of having it together.',
      {
        materials: ['Leather', 'Vegan Leather'],
        options: ['laptopFit'],
        styles: ['Slim', 'Executive', 'Vintage', 'Classic'],
        extras: ['for Men and Women', 'with Shoulder Strap', 'for Work'],
        facts: [
          ['Closure', 'Push Lock'],
          ['Strap', 'Removable'],
        ],
        count: 10,
      },
    ],
    [
      'tag',
      'Luggage Tags',
      [120, 340],
      [20, 40],
      'Bright tags that make a black suitcase easy to find.',
      {
        palette: 'play',
        materials: ['Leather', 'Vegan Leather', 'Silicone'],
        options: ['packs'],
        styles: ['Bright', 'Personalizable', 'Sturdy', 'Privacy-Flap'],
        extras: ['for Suitcases', 'with Steel Loop'],
        facts: [['Loop', 'Stainless Steel']],
        points: [
          'Easy to spot on the belt',
          'Steel loop that does not break',
          'Privacy cover',
          'Address card included',
        ],
      },
    ],
  ],
);
