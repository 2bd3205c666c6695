import { shelf } from '../object-spec.ts';
import { desk } from './departments.ts';

export const SCIENCE = shelf(
  {
    ...desk,
    category: 'science',
    palette: undefined,
    materials: ['Glass', 'Plastic'],
    options: [],
    styles: ['Student', 'Educational', 'Beginner', 'Classroom'],
    extras: ['for Kids', 'for Classrooms', 'with Guide'],
    facts: [['Age', '8+']],
    tags: ['science', 'learning', 'school'],
    points: [
      'Clear guide with experiments',
      'Sturdy for small hands',
      'Made for real learning',
      'Spare parts included',
    ],
  },
  [
    [
      'microscope',
      'Microscope',
      [2400, 5900],
      [1200, 2100],
      'Onion skin, pond water, a fly’s wing: a first look at the small world.',
      {
        materials: ['Aluminum'],
        styles: ['Student', 'Beginner', '1000x'],
        extras: ['with Slides', 'with Phone Mount', 'for Kids and Students'],
        facts: [
          ['Magnification', '40x-1000x'],
          ['Light', 'LED'],
          ['Age', '8+'],
        ],
      },
    ],
    [
      'flask',
      'Chemistry Flask Set',
      [680, 1680],
      [420, 780],
      'A round flask on its stand for safe, colorful experiments.',
      {
        materials: ['Borosilicate Glass'],
        extras: ['with Stand', 'for School Labs', 'for Kids'],
        facts: [
          ['Volume', '250 ml'],
          ['Stand', 'Included'],
        ],
      },
    ],
    [
      'testtube',
      'Test Tubes',
      [220, 720],
      [120, 320],
      'Clear tubes with caps for labs, spices and flower stems.',
      {
        options: ['bulk'],
        materials: ['Borosilicate Glass', 'Plastic'],
        styles: ['Graduated', 'Clear', 'Screw-Cap'],
        extras: ['with Rack', 'with Caps'],
        facts: [
          ['Volume', '20 ml'],
          ['Caps', 'Included'],
        ],
      },
    ],
    [
      'globe',
      'Learning Globe',
      [980, 2400],
      [520, 920],
      'Countries, capitals and oceans on a ball that spins.',
      {
        materials: ['ABS', 'Cardboard'],
        options: ['sml'],
        styles: ['Illuminated', 'Illustrated', 'Political'],
        facts: [
          ['Language', 'English'],
          ['Age', '5+'],
        ],
      },
    ],
  ],
);
