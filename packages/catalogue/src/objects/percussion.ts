import { shelf } from '../object-spec.ts';
import { music } from './departments.ts';

export const PERCUSSION = shelf(
  {
    ...music,
    category: 'percussion',
    materials: ['Wood', 'Maple'],
    options: ['drumSize'],
    facts: [['Tuning', 'Adjustable']],
    styles: ['Handmade', 'Classic', 'Beginner', 'Travel'],
  },
  [
    [
      'drum',
      'Snare Drum with Sticks',
      [2400, 5600],
      [1800, 2900],
      'A tight, clear snare with sticks, ready for the marching band or the basement.',
      {
        facts: [
          ['Sticks', 'Included'],
          ['Tuning', 'Adjustable'],
        ],
      },
    ],
    [
      'djembe',
      'Djembe Drum',
      [1480, 3900],
      [1200, 2900],
      'Deep in the middle, sharp at the edge, carved to be played by hand.',
      {
        facts: [
          ['Head', 'Goatskin Look'],
          ['Tuning', 'Rope'],
        ],
        limits: ['plant'],
      },
    ],
    [
      'maracas',
      'Maracas',
      [220, 720],
      [140, 240],
      'A bright shake for circles, classrooms and parties.',
      {
        options: [],
        materials: ['Wood', 'Plastic'],
        styles: ['Hand-Painted', 'Tuned', 'Colorful'],
        extras: ['for Kids', 'for Parties', 'for Classrooms'],
        facts: [['Pieces', '2']],
      },
    ],
    [
      'bell',
      'Handbell',
      [220, 620],
      [140, 260],
      'One clear note, easy to hold and hard to ignore.',
      { options: [], materials: ['Brass'], styles: ['Bright-Tone', 'Choir', 'Classroom'], facts: [['Note', 'C5']] },
    ],
  ],
);
