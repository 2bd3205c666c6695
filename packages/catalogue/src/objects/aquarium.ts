import { shelf } from '../object-spec.ts';
import { pet } from './departments.ts';

export const AQUARIUM = shelf(
  {
    ...pet,
    category: 'aquarium',
    palette: undefined,
    materials: ['Resin', 'Ceramic'],
    options: ['sml'],
    styles: ['Natural-Look', 'Lifelike', 'Hand-Painted'],
    extras: ['for Fish Tanks', 'for Betta Tanks'],
    facts: [['Water Safe', 'Fresh and Salt']],
    points: ['Does not change the water', 'No sharp edges', 'Hiding places for fish', 'Colors that do not fade'],
  },
  [
    [
      'coral',
      'Aquarium Coral Ornament',
      [320, 980],
      [180, 460],
      'Branching coral that gives shy fish a place to hide.',
      {},
    ],
    ['shell', 'Seashell Hideout', [260, 820], [160, 420], 'A spiral shell with a doorway for shrimp and snails.', {}],
    [
      'clownfish',
      'Floating Clownfish Toy',
      [180, 560],
      [30, 80],
      'A bright swimmer that bobs on a thread and needs no feeding.',
      { materials: ['Silicone', 'Plastic'], options: ['packs'] },
    ],
    [
      'amphora',
      'Sunken Amphora Ornament',
      [320, 980],
      [220, 520],
      'A jar from a little shipwreck, open on both sides for swimmers.',
      { styles: ['Antique-Look', 'Mossy', 'Hand-Painted'] },
    ],
  ],
);
