import { shelf } from '../object-spec.ts';
import { toy } from './departments.ts';

export const BABY = shelf(
  {
    ...toy,
    category: 'baby',
    styles: ['Soft', 'Anti-Colic', 'Easy-Grip', 'Gentle', 'BPA-Free'],
    materials: ['Silicone', 'Glass', 'Wood'],
    options: ['age'],
    facts: [
      ['BPA Free', 'Yes'],
      ['Sterilizer Safe', 'Yes'],
    ],
    tags: ['baby', 'newborn', 'gift'],
    extras: ['for Newborns', 'for Baby Showers', 'with Gift Box'],
    points: ['Safe from birth', 'No sharp edges', 'Easy to wash', 'Checked for small parts'],
  },
  [
    [
      'babybottle',
      'Baby Bottle',
      [260, 690],
      [80, 160],
      'A soft teat, a wide neck and a vent that keeps the air out of small bellies.',
      {
        palette: undefined,
        count: 12,
        materials: ['Silicone', 'Glass', 'Plastic'],
        facts: [
          ['Capacity', '8 oz'],
          ['Flow', 'Slow'],
        ],
      },
    ],
    [
      'chick',
      'Bath Toy Chick',
      [140, 420],
      [40, 80],
      'A yellow chick that floats upright and squeaks.',
      {
        palette: undefined,
        materials: ['Natural Rubber', 'Silicone'],
        options: ['triples'],
        styles: ['Floating', 'Squeaky', 'Mold-Free', 'Soft'],
        extras: ['for Bath Time', 'for Toddlers', 'for Baby Showers'],
        facts: [
          ['Age', '6 Months +'],
          ['Mold Free', 'Sealed'],
        ],
      },
    ],
    [
      'bunny',
      'Bunny Night Light',
      [560, 1380],
      [180, 320],
      'A squeezable bunny that glows until small eyes close.',
      {
        palette: undefined,
        limits: ['battery'],
        materials: ['Silicone'],
        options: [],
        extras: ['for Nursery', 'with Timer', 'for Baby Showers'],
        styles: ['Soft', 'Rechargeable', 'Dimmable'],
        facts: [
          ['Charging', 'USB-C'],
          ['Timer', '30 min'],
        ],
      },
    ],
    [
      'snail',
      'Pull-Along Snail',
      [360, 980],
      [220, 380],
      'A wooden snail that follows on a string, shell turning as it goes.',
      {
        palette: undefined,
        materials: ['Wood', 'Beech'],
        options: [],
        styles: ['Wooden-Wheel', 'Montessori', 'Handmade'],
        extras: ['for Toddlers', 'for First Steps', 'with Gift Box'],
        facts: [['Age', '12 Months +']],
      },
    ],
  ],
);
