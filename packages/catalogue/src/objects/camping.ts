import { shelf } from '../object-spec.ts';
import { outside } from './departments.ts';

export const CAMPING = shelf(
  { ...outside, category: 'camping', materials: ['Polyester', 'Nylon'], options: [], facts: [['Use', 'Outdoor']] },
  [
    [
      'tent',
      'Camping Tent',
      [3400, 8400],
      [2300, 4600],
      'Two poles, ten minutes and a dry night, with a porch for wet boots.',
      {
        options: ['people'],
        count: 14,
        styles: ['Waterproof', 'Lightweight', 'Instant', 'Double-Wall', 'Family'],
        facts: [
          ['Water Column', '3000 mm'],
          ['Poles', 'Fiberglass'],
          ['Seasons', '3'],
        ],
      },
    ],
    [
      'bigtop',
      'Kids Play Tent',
      [1480, 3200],
      [1400, 2300],
      'A striped circus in the living room, with windows and a soft floor.',
      {
        palette: 'play',
        materials: ['Cotton', 'Polyester'],
        styles: ['Striped', 'Pop-Up', 'Indoor'],
        extras: ['with Carry Bag', 'with Fairy Lights', 'for Kids Room'],
        facts: [
          ['Height', '51 in'],
          ['Age', '3+'],
        ],
      },
    ],
    [
      'compass',
      'Pocket Compass',
      [280, 880],
      [60, 120],
      'A steady needle in a solid case that never needs charging.',
      {
        palette: undefined,
        materials: ['Brass', 'Aluminum', 'Zinc Alloy'],
        styles: ['Vintage', 'Liquid-Filled', 'Military-Style'],
        extras: ['for Hiking', 'with Lanyard', 'with Gift Box'],
        facts: [
          ['Dial', 'Luminous'],
          ['Filling', 'Liquid'],
        ],
        props: ['map'],
      },
    ],
    [
      'axe',
      'Camping Axe',
      [780, 1890],
      [620, 980],
      'A forged head and a handle that absorbs the blow.',
      {
        palette: 'tool',
        limits: ['blade'],
        materials: ['Carbon Steel', 'Stainless Steel'],
        styles: ['Forged', 'Compact', 'Splitting'],
        extras: ['with Sheath', 'for Firewood', 'for Camping'],
        facts: [
          ['Length', '14 in'],
          ['Sheath', 'Included'],
        ],
      },
    ],
    [
      'map',
      'World Travel Map',
      [320, 980],
      [120, 380],
      'A fold-out map for the wall or the glove box, with room for pins.',
      {
        palette: undefined,
        materials: ['Paper', 'Canvas'],
        options: ['ml'],
        styles: ['Scratch-Off', 'Waterproof', 'Detailed', 'Large'],
        extras: ['for Travelers', 'with Pins', 'with Tube'],
        facts: [
          ['Fold', 'Accordion'],
          ['Language', 'English'],
        ],
        points: ['Clear, current borders', 'Folds easily', 'Comes in a tube', 'Easy to write on'],
      },
    ],
    [
      'log',
      'Stool Seat Stump',
      [1280, 2900],
      [2200, 4200],
      'A wood-look stump to sit on around the fire or beside the bath.',
      {
        palette: undefined,
        materials: ['Wood', 'Resin'],
        options: [],
        limits: ['plant'],
        styles: ['Rustic', 'Garden', 'Natural-Look'],
        extras: ['for Fire Pits', 'for Patio', 'as Side Table'],
        facts: [
          ['Height', '15 in'],
          ['Max Load', '260 lb'],
        ],
      },
    ],
  ],
);
