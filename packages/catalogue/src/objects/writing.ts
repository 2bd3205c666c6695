import { shelf } from '../object-spec.ts';
import { desk } from './departments.ts';

export const WRITING = shelf(
  {
    ...desk,
    category: 'writing',
    materials: ['Plastic', 'Aluminum', 'Brass'],
    options: ['ink'],
    facts: [['Refillable', 'Yes']],
    points: ['Writes from the first stroke', 'Comfortable grip', 'Refillable', 'Does not smear'],
  },
  [
    [
      'fountainpen',
      'Fountain Pen',
      [380, 1480],
      [24, 42],
      'A smooth nib and a converter, so that any ink will do.',
      {
        options: ['nib'],
        count: 12,
        materials: ['Brass', 'Aluminum', 'Resin'],
        styles: ['Classic', 'Slim', 'Beginner', 'Executive'],
        extras: ['with Converter', 'with Gift Box', 'for Calligraphy'],
        facts: [
          ['Nib', 'Stainless Steel'],
          ['Converter', 'Included'],
        ],
        props: ['notebook'],
      },
    ],
    [
      'pen',
      'Ballpoint Pen',
      [90, 380],
      [12, 26],
      'Clicks once and writes until the refill is honestly empty.',
      { options: ['ink', 'triples'], styles: ['Retractable', 'Smooth', 'Metal-Clip', 'Everyday'] },
    ],
    [
      'pencil',
      'Graphite Pencils',
      [140, 460],
      [60, 140],
      'Strong leads that sharpen to a clean point.',
      {
        options: ['pencilGrade', 'pencils'],
        materials: ['Wood'],
        styles: ['Pre-Sharpened', 'Hexagonal', 'Drawing'],
        extras: ['with Eraser', 'for School', 'for Sketching'],
        facts: [
          ['Barrel', 'Hexagonal'],
          ['Non-Toxic', 'Yes'],
        ],
        palette: 'play',
      },
    ],
    [
      'crayon',
      'Jumbo Crayons',
      [140, 460],
      [90, 320],
      'Thick crayons for small fists, bright on paper and easy off hands.',
      {
        palette: undefined,
        options: ['pencils'],
        materials: ['Beeswax'],
        styles: ['Washable', 'Triangular', 'Twistable'],
        extras: ['for Toddlers', 'for Classrooms'],
        facts: [
          ['Washable', 'Yes'],
          ['Non-Toxic', 'Yes'],
        ],
      },
    ],
    [
      'feather',
      'Quill Pen Set',
      [320, 920],
      [120, 240],
      'A real feather, a steel nib and a bottle of ink for letters that matter.',
      {
        palette: 'flower',
        options: ['ink'],
        limits: ['liquid'],
        materials: ['Brass', 'Zinc Alloy'],
        styles: ['Antique-Style', 'Calligraphy', 'Gift'],
        extras: ['with Ink', 'with Wax Seal', 'with Gift Box'],
        facts: [
          ['Nibs', '5'],
          ['Ink', 'Included'],
        ],
      },
    ],
  ],
);
