import { shelf } from '../object-spec.ts';
import { toy } from './departments.ts';

export const GAMES = shelf(
  {
    ...toy,
    category: 'games',
    styles: ['Classic', 'Family', 'Travel', 'Deluxe', 'Large'],
    materials: ['Wood', 'Plastic', 'Resin'],
    options: ['packs'],
    facts: [
      ['Players', '2-6'],
      ['Age', '6+'],
    ],
    tags: ['games', 'family', 'gift'],
    extras: ['for Family Night', 'for Adults and Kids', 'with Carry Bag'],
  },
  [
    [
      'die',
      'Dice',
      [140, 420],
      [40, 110],
      'Evenly weighted dice that roll true and stop quickly.',
      {
        palette: undefined,
        options: ['dice'],
        materials: ['Acrylic', 'Wood', 'Resin'],
        facts: [
          ['Size', '16 mm'],
          ['Corners', 'Rounded'],
        ],
      },
    ],
    [
      'puzzle',
      'Jigsaw Puzzle',
      [280, 820],
      [320, 680],
      'Pieces that click, a picture worth the weekend, and no dust in the box.',
      {
        count: 12,
        options: ['pieces'],
        materials: ['Cardboard', 'Wood'],
        styles: ['Gradient', 'Challenging', 'Family', 'Relaxing'],
        extras: ['for Adults', 'for Families', 'with Poster'],
        facts: [
          ['Age', '8+'],
          ['Finish', 'Matte'],
        ],
      },
    ],
    [
      'pawn',
      'Chess Set',
      [780, 2400],
      [480, 1100],
      'Weighted pieces and a folding board for the park, the train and the long winter.',
      {
        palette: undefined,
        options: ['boardSize'],
        materials: ['Wood', 'Walnut', 'Maple'],
        styles: ['Folding', 'Magnetic', 'Tournament', 'Handmade'],
        extras: ['with Storage', 'for Beginners', 'for Travel'],
        facts: [
          ['Pieces', '32 plus 2 Queens'],
          ['Board', 'Folding'],
        ],
        count: 10,
      },
    ],
    [
      'mahjong',
      'Mahjong Set',
      [1480, 3400],
      [1400, 2200],
      'Smooth tiles with engraved faces and a case that keeps them in order.',
      {
        palette: undefined,
        options: [],
        materials: ['Resin', 'Bamboo'],
        styles: ['Travel', 'Classic', 'Full-Size'],
        extras: ['with Carry Case', 'with 144 Tiles', 'for Four Players'],
        facts: [
          ['Tiles', '144'],
          ['Players', '4'],
        ],
      },
    ],
    [
      'playingcard',
      'Playing Cards',
      [160, 460],
      [90, 110],
      'Cards that shuffle smoothly and do not stick after the third party.',
      {
        palette: undefined,
        materials: ['Paper', 'Plastic'],
        styles: ['Waterproof', 'Casino-Size', 'Large-Print', 'Linen-Finish'],
        extras: ['2 Decks', 'for Poker and Rummy', 'in Tin Box'],
        facts: [
          ['Cards', '54'],
          ['Finish', 'Linen'],
        ],
      },
    ],
    [
      'bowling',
      'Bowling Set',
      [520, 1380],
      [480, 980],
      'Pins that stand, a ball that rolls, and strikes in the hallway.',
      {
        palette: undefined,
        options: [],
        materials: ['Foam', 'Wood', 'Plastic'],
        styles: ['Indoor', 'Kids', 'Lawn'],
        extras: ['with 10 Pins', 'with Carry Bag', 'for Ages 3+'],
        facts: [
          ['Pins', '10'],
          ['Balls', '2'],
        ],
      },
    ],
    [
      'eightball',
      'Pool Ball Set',
      [1680, 3600],
      [2300, 2700],
      'Regulation balls with clear colors and a true roll.',
      {
        palette: undefined,
        options: [],
        materials: ['Resin'],
        styles: ['Regulation', 'Tournament', 'Polished'],
        extras: ['for Billiards', 'with Rack'],
        facts: [
          ['Diameter', '2.25 in'],
          ['Balls', '16'],
        ],
      },
    ],
    [
      'abacus',
      'Counting Abacus',
      [320, 880],
      [240, 420],
      'Colored beads that make numbers something you can touch.',
      {
        palette: undefined,
        options: [],
        materials: ['Wood', 'Beech'],
        styles: ['Montessori', 'Classic', '10-Row'],
        extras: ['for Early Math', 'for Ages 3+', 'for Classrooms'],
        facts: [
          ['Rows', '10'],
          ['Age', '3+'],
        ],
      },
    ],
  ],
);
