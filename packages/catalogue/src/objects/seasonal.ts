import { shelf } from '../object-spec.ts';
import { party } from './departments.ts';

export const SEASONAL = shelf(
  {
    ...party,
    category: 'seasonal',
    palette: undefined,
    materials: ['Resin', 'Plastic', 'Felt'],
    options: ['sml'],
    extras: ['for Porch', 'for Mantel', 'with LED Light'],
    styles: ['Glowing', 'Handmade', 'Classic', 'Cheerful'],
  },
  [
    [
      'tree',
      'Tabletop Christmas Tree',
      [980, 2900],
      [680, 2400],
      'Decorated, bushy and ready to glow, wherever there is no room for a big one.',
      {
        options: ['treeHeight'],
        materials: ['Plastic', 'Recycled Plastic'],
        styles: ['Pre-Decorated', 'Pre-Lit', 'Full'],
        extras: ['with Ornaments', 'with Stand', 'with LED Lights'],
        facts: [
          ['Stand', 'Included'],
          ['Lights', 'Warm White LED'],
        ],
        count: 10,
      },
    ],
    [
      'pumpkin',
      'Jack-O’-Lantern',
      [420, 1280],
      [220, 620],
      'A grinning pumpkin that comes back every October.',
      {
        limits: ['battery'],
        styles: ['Light-Up', 'Carved-Look', 'Reusable'],
        facts: [
          ['Light', 'Flickering LED'],
          ['Occasion', 'Halloween'],
        ],
      },
    ],
    [
      'ghost',
      'Ghost Decoration',
      [320, 980],
      [140, 420],
      'A ghost that is more fun than fright.',
      { styles: ['Hanging', 'Glow-in-the-Dark', 'Friendly'], facts: [['Occasion', 'Halloween']] },
    ],
    [
      'snowman',
      'Snowman Figure',
      [420, 1280],
      [240, 720],
      'He stays all winter and does not drip.',
      { facts: [['Occasion', 'Winter']], styles: ['Light-Up', 'Classic', 'Hand-Painted'] },
    ],
    [
      'snowflake',
      'Snowflake Ornaments',
      [180, 620],
      [60, 180],
      'Sparkling flakes for windows, trees and presents.',
      {
        palette: 'metal',
        materials: ['Acrylic', 'Felt', 'Wood'],
        options: ['bulk'],
        styles: ['Glittering', 'Hanging', 'Laser-Cut'],
        extras: ['for Trees', 'for Windows'],
        facts: [['Hangers', 'Included']],
      },
    ],
  ],
);
