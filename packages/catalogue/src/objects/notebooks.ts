import { shelf } from '../object-spec.ts';
import { desk } from './departments.ts';

export const NOTEBOOKS = shelf(
  {
    ...desk,
    category: 'notebooks',
    materials: ['Paper', 'Recycled Paper'],
    options: ['paper', 'bookSize'],
    points: [
      'Lies flat when open',
      'Ink does not bleed through',
      'Rounded corners',
      'Ribbon bookmark',
      'Pocket at the back',
    ],
    facts: [
      ['Pages', '192'],
      ['Paper Weight', '100 gsm'],
    ],
  },
  [
    [
      'notebook',
      'Notebook with Elastic Band',
      [280, 780],
      [240, 380],
      'A hard cover, a ribbon and paper that likes fountain pens.',
      {
        count: 12,
        wide: ['paper', 'bookSize'],
        styles: ['Hardcover', 'Lay-Flat', 'Numbered', 'Everyday', 'Pocket'],
        props: ['fountainpen'],
      },
    ],
    [
      'journal',
      'Cloth-Bound Journal',
      [320, 880],
      [280, 420],
      'A plain cover that leaves all the talking to you.',
      {
        materials: ['Linen', 'Cotton', 'Canvas'],
        styles: ['Lined', 'Guided', 'Five-Minute', 'Travel'],
        extras: ['for Women and Men', 'for Gratitude', 'with Gift Box'],
        count: 10,
      },
    ],
    [
      'ringbook',
      'Spiral Notebook',
      [160, 480],
      [180, 320],
      'Flips all the way round and tears out clean.',
      { palette: 'play', styles: ['College-Ruled', 'Perforated', 'Sturdy'] },
    ],
    [
      'confettibook',
      'Confetti Pattern Notebook',
      [220, 620],
      [200, 340],
      'A cheerful cover for lists, lectures and plans.',
      { palette: 'play', styles: ['Softcover', 'Hardcover', 'Pocket'] },
    ],
    [
      'notepad',
      'Top-Bound Notepad',
      [120, 380],
      [110, 220],
      'Quick notes, clean tear, next thought.',
      {
        palette: undefined,
        options: ['triples'],
        styles: ['Pocket', 'Reporter', 'Desk'],
        facts: [
          ['Sheets', '80'],
          ['Perforated', 'Yes'],
        ],
      },
    ],
    [
      'calendar',
      'Wall Calendar',
      [260, 720],
      [180, 340],
      'One month a page, with squares large enough to write in.',
      {
        options: ['ml'],
        styles: ['Monthly', 'Academic', 'Minimalist', 'Large-Grid'],
        extras: ['18 Months', 'for Family', 'for Home Office'],
        facts: [
          ['Binding', 'Wire'],
          ['Hanging Loop', 'Yes'],
        ],
        points: ['Large daily squares', 'Heavy paper', 'Wire binding', 'Holidays marked'],
      },
    ],
    [
      'books',
      'Notebook Set',
      [420, 1180],
      [420, 820],
      'Three slim books for three kinds of thoughts.',
      {
        palette: undefined,
        styles: ['Softcover', 'Color-Coded', 'Stitched'],
        extras: ['Set of 3', 'for Subjects', 'with Gift Box'],
        options: ['paper'],
      },
    ],
    [
      'envelope',
      'Envelopes',
      [180, 560],
      [180, 460],
      'Crisp envelopes with a flap that stays closed.',
      {
        options: ['envelopes', 'bulk'],
        styles: ['Self-Seal', 'Square-Flap', 'Invitation'],
        extras: ['for Weddings', 'for Greeting Cards'],
        facts: [
          ['Closure', 'Self-Seal'],
          ['Paper Weight', '120 gsm'],
        ],
        points: ['Peel and press', 'Opaque paper', 'Fits standard cards', 'Takes any pen'],
      },
    ],
  ],
);
