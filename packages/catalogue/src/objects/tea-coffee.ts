import { shelf } from '../object-spec.ts';
import { cups } from './departments.ts';

export const TEA_COFFEE = shelf(
  {
    ...cups,
    category: 'tea-coffee',
    palette: 'ceramic',
    materials: ['Stoneware', 'Porcelain', 'Ceramic'],
    options: ['packs'],
    props: ['lemon', 'honeypot', 'spoon'],
  },
  [
    [
      'teapot',
      'Teapot',
      [780, 1680],
      [620, 940],
      'A round teapot that pours without a drip and keeps three cups hot.',
      {
        options: ['teapotSize'],
        count: 14,
        extras: ['with Infuser', 'for Loose Leaf Tea', 'with Gift Box'],
        points: ['Drip-free spout', 'Lid stays on while pouring', 'Removable infuser basket', 'Cool-touch handle'],
        facts: [
          ['Infuser', 'Removable'],
          ['Dishwasher Safe', 'Yes'],
        ],
      },
    ],
    [
      'teacup',
      'Tea Cup with Wooden Saucer',
      [360, 790],
      [280, 360],
      'A low, wide cup on a wooden saucer that keeps your tea bag tidy.',
      {
        count: 10,
        facts: [
          ['Capacity', '9 oz'],
          ['Saucer', 'Acacia Wood'],
        ],
      },
    ],
    [
      'sake',
      'Sake Set',
      [690, 1280],
      [420, 560],
      'A carafe and matching cup for sake, warm or chilled.',
      {
        materials: ['Porcelain', 'Stoneware'],
        options: [],
        palette: undefined,
        styles: ['Japanese-Style', 'Minimalist', 'Traditional', 'Hand-Glazed'],
        extras: ['with Carafe and Cup', 'in Gift Box', 'for Two'],
        points: [
          'Carafe fits a warm water bath',
          'Fine pouring lip',
          'Cups sit well in the hand',
          'Packed in a gift box',
        ],
        facts: [
          ['Carafe', '10 oz'],
          ['Microwave Safe', 'Yes'],
        ],
        props: [],
      },
    ],
    [
      'honeypot',
      'Honey Jar with Dipper',
      [520, 960],
      [380, 520],
      'A lidded jar that keeps honey at hand on the breakfast table, with a dipper that does not drip.',
      {
        palette: undefined,
        styles: ['Rustic', 'Farmhouse', 'Hand-Glazed', 'Country'],
        points: ['Wooden dipper included', 'Wide mouth for easy filling', 'Lid with dipper notch', 'Also good for jam'],
        facts: [
          ['Capacity', '12 oz'],
          ['Dipper', 'Beech Wood'],
        ],
      },
    ],
    [
      'bubbletea',
      'Boba Tea Cup',
      [320, 640],
      [240, 330],
      'A wide-straw cup for bubble tea and smoothies at home or on the road.',
      {
        materials: ['Glass', 'Recycled Plastic'],
        options: ['packs'],
        palette: undefined,
        styles: ['Reusable', 'Leakproof', 'Wide-Straw', 'Large'],
        extras: ['with Wide Straw', 'with Lid and Straw', 'for Smoothies'],
        points: [
          'Straw wide enough for tapioca pearls',
          'Tight lid',
          'Cleaning brush included',
          'Fits most cup holders',
        ],
        facts: [
          ['Capacity', '24 oz'],
          ['Straw', '12 mm'],
        ],
        props: [],
      },
    ],
  ],
);
