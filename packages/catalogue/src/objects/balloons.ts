import { shelf } from '../object-spec.ts';
import { party } from './departments.ts';

export const BALLOONS = shelf(
  { ...party, category: 'balloons', materials: ['Latex', 'Paper'], options: ['balloonCount'] },
  [
    [
      'balloon',
      'Party Balloons',
      [180, 580],
      [70, 240],
      'Thick balloons that round out evenly and stay up all night.',
      {
        materials: ['Latex'],
        count: 14,
        styles: ['Matte', 'Metallic', 'Pastel', 'Pearl', 'Jumbo'],
        facts: [
          ['Size', '12 in'],
          ['Helium Ready', 'Yes'],
        ],
      },
    ],
    [
      'popper',
      'Confetti Poppers',
      [260, 720],
      [140, 320],
      'One twist and the air is full of color.',
      {
        palette: undefined,
        materials: ['Paper'],
        options: ['triples'],
        styles: ['Biodegradable', 'Multicolor', 'Handheld'],
        facts: [
          ['Length', '8 in'],
          ['Confetti', 'Tissue Paper'],
        ],
      },
    ],
    [
      'pennant',
      'Pennant Flags',
      [160, 520],
      [50, 140],
      'Triangular flags for garlands, golf greens and kids’ forts.',
      {
        materials: ['Polyester', 'Felt', 'Paper'],
        options: ['bulk'],
        facts: [['Size', '8 x 12 in']],
        styles: ['Double-Sided', 'Weatherproof', 'Bold-Color'],
      },
    ],
    [
      'rosette',
      'Ribbon Awareness Pins',
      [120, 420],
      [20, 60],
      'A folded ribbon for a cause worth wearing.',
      {
        materials: ['Satin', 'Polyester'],
        options: ['bulk'],
        styles: ['Satin-Finish', 'Pre-Tied', 'Event'],
        extras: ['for Fundraisers', 'for Charity Walks'],
        facts: [
          ['Height', '1.5 in'],
          ['Pin', 'Safety Pin'],
        ],
      },
    ],
    [
      'cupcake',
      'Cupcake Decorating Kit',
      [320, 880],
      [160, 340],
      'Cups, picks and sprinkle tins for a tray of little cakes.',
      {
        palette: undefined,
        materials: ['Paper', 'Cardboard'],
        options: ['bulk'],
        styles: ['Complete', 'Colorful', 'Kids'],
        facts: [['Cups', 'Greaseproof']],
      },
    ],
  ],
);
