import { shelf } from '../object-spec.ts';
import { tool } from './departments.ts';

export const SAFETY = shelf(
  {
    ...tool,
    category: 'safety',
    materials: ['Plastic', 'Silicone'],
    options: [],
    styles: ['Protective', 'Anti-Fog', 'Adjustable', 'Certified'],
    extras: ['for Lab and Workshop', 'for Home'],
  },
  [
    [
      'goggles',
      'Safety Goggles',
      [280, 820],
      [80, 140],
      'A wide, sealed lens that fits over glasses.',
      {
        palette: 'tool',
        options: ['packs'],
        facts: [
          ['Standard', 'ANSI Z87.1'],
          ['Lens', 'Anti-Fog'],
        ],
      },
    ],
    [
      'extinguisher',
      'Home Fire Extinguisher',
      [1480, 3200],
      [1900, 2900],
      'One pull, one press: within reach of the stove and the grill.',
      {
        palette: undefined,
        materials: ['Steel'],
        limits: ['liquid'],
        styles: ['Compact', 'Rechargeable', 'Multipurpose'],
        extras: ['with Wall Bracket', 'for Kitchen and Garage', 'for Car'],
        facts: [
          ['Class', 'A, B, C'],
          ['Bracket', 'Included'],
        ],
        points: ['Simple pull-and-press use', 'Clear pressure gauge', 'Bracket included', 'Instructions printed large'],
      },
    ],
  ],
);
