import { shelf } from '../object-spec.ts';
import { bath } from './departments.ts';

export const MAKEUP = shelf(
  {
    ...bath,
    category: 'makeup',
    palette: 'beauty',
    materials: ['Plastic'],
    options: ['finish'],
    facts: [
      ['Net Weight', '3.5 g'],
      ['Cruelty Free', 'Yes'],
    ],
  },
  [
    [
      'lipstick',
      'Lipstick',
      [190, 520],
      [24, 34],
      'Full color in one pass and a texture that does not dry the lips.',
      {
        count: 20,
        limits: ['liquid'],
        styles: ['Long-Wear', 'Velvet', 'Hydrating', 'Smudge-Proof', 'Creamy', 'Everyday'],
        extras: ['with Shea Butter', 'for Day and Evening', 'in Magnetic Case'],
        points: ['Color in one pass', 'Does not feather', 'Shea butter and vitamin E', 'Cruelty free'],
      },
    ],
    [
      'mirror',
      'Vanity Mirror',
      [520, 1280],
      [380, 760],
      'An oval mirror that tilts to the light, with a frame that dresses up the table.',
      {
        palette: 'home',
        options: ['ml'],
        styles: ['Tabletop', 'Princess', 'Distortion-Free', 'Retro'],
        extras: ['with Stand', 'for Makeup Table'],
        facts: [
          ['Magnification', '1x'],
          ['Glass', 'HD'],
        ],
        points: ['Clear, distortion-free glass', 'Tilts and locks', 'Steady foot', 'Easy to wipe'],
        props: ['lipstick'],
      },
    ],
    [
      'lotion',
      'Foundation Pump Bottle',
      [160, 380],
      [70, 120],
      'A refillable pump bottle for foundation, serum or sun cream.',
      {
        palette: 'beauty',
        options: ['packs'],
        styles: ['Refillable', 'Travel', 'Airless', 'Leakproof'],
        extras: ['for Travel', 'with Labels', 'for Serum and Foundation'],
        facts: [
          ['Capacity', '1.7 oz'],
          ['BPA Free', 'Yes'],
        ],
        points: ['Doses a pea-size amount', 'Locks for travel', 'Leak tested', 'Labels included'],
      },
    ],
  ],
);
