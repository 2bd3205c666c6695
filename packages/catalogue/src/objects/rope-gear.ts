import { shelf } from '../object-spec.ts';
import { outside } from './departments.ts';

export const ROPE_GEAR = shelf(
  {
    ...outside,
    category: 'rope-gear',
    styles: ['Heavy-Duty', 'Marine-Style', 'All-Purpose', 'Sturdy'],
    materials: ['Nylon', 'Polyester'],
    extras: ['for Camping and Boating', 'for Home and Garden'],
    options: ['lengthRope'],
    facts: [['Use', 'Outdoor']],
  },
  [
    [
      'rope',
      'Braided Rope',
      [320, 980],
      [240, 620],
      'A soft-handed braid that holds knots and shrugs off rain.',
      {
        facts: [
          ['Diameter', '3/8 in'],
          ['Breaking Load', '1,700 lb'],
        ],
      },
    ],
    [
      'hook',
      'Swivel Hook',
      [180, 560],
      [90, 260],
      'A smooth, rounded hook for hammocks, plants and pulleys.',
      {
        palette: undefined,
        materials: ['Stainless Steel', 'Brass'],
        options: ['triples'],
        facts: [['Load', '440 lb']],
      },
    ],
    [
      'anchor',
      'Anchor Wall Hook',
      [260, 780],
      [240, 520],
      'A cast anchor with hooks for keys, towels and caps.',
      {
        palette: 'home',
        materials: ['Cast Iron', 'Zinc Alloy'],
        options: ['ml'],
        styles: ['Nautical', 'Coastal', 'Rustic'],
        extras: ['for Bathroom', 'for Entryway', 'with Screws'],
        facts: [['Mounting', 'Screws Included']],
      },
    ],
  ],
);
