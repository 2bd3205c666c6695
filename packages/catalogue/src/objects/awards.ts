import { shelf } from '../object-spec.ts';
import { sport } from './departments.ts';

export const AWARDS = shelf(
  {
    ...sport,
    category: 'awards',
    palette: undefined,
    materials: ['Zinc Alloy', 'Resin'],
    options: ['engraving'],
    styles: ['Gold-Tone', 'Championship', 'Classic', 'Engraved'],
    facts: [['Finish', 'Polished']],
    extras: ['for Sports and School', 'for Tournaments', 'with Gift Box'],
    points: ['Free engraving template', 'Solid weight', 'Polished finish', 'Gift box included'],
    tags: ['award', 'sports', 'gift'],
  },
  [
    [
      'trophy',
      'Trophy Cup',
      [420, 1380],
      [280, 820],
      'Two handles, a heavy base and room for a name.',
      { options: ['height', 'engraving'], count: 10 },
    ],
    [
      'medal',
      'Award Medal with Ribbon',
      [120, 380],
      [50, 90],
      'A starred medal on a bright ribbon for everyone who crossed the line.',
      { options: ['bulk'] },
    ],
    [
      'runvest',
      'Fitness Training Bib',
      [160, 420],
      [70, 110],
      'Light mesh bibs that tell the teams apart at a glance.',
      {
        palette: 'sport',
        materials: ['Mesh'],
        options: ['packs'],
        styles: ['Numbered', 'Mesh', 'Scrimmage'],
        facts: [['Fit', 'One Size']],
        extras: ['for Teams', 'for Soccer and Basketball'],
        points: ['Breathes well', 'Elastic sides', 'Washes easily', 'Easy to tell apart'],
      },
    ],
  ],
);
