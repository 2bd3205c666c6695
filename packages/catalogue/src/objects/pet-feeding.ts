import { shelf } from '../object-spec.ts';
import { pet } from './departments.ts';

export const PET_FEEDING = shelf(
  {
    ...pet,
    category: 'pet-feeding',
    materials: ['Stainless Steel', 'Ceramic', 'Plastic'],
    options: ['sml'],
    styles: ['Non-Slip', 'Elevated', 'Everyday', 'Spill-Proof'],
    extras: ['for Dogs and Cats', 'with Silicone Base'],
  },
  [
    [
      'bowl',
      'Pet Food Bowl with Scoop',
      [280, 880],
      [240, 480],
      'A heavy bowl with a scoop that stays where it is put.',
      {
        facts: [
          ['Dishwasher Safe', 'Yes'],
          ['Scoop', 'Included'],
        ],
      },
    ],
    [
      'paws',
      'Paw Print Pet Mat',
      [320, 880],
      [220, 420],
      'A mat that catches the splashes under the bowls.',
      {
        palette: undefined,
        materials: ['Silicone', 'Felt'],
        styles: ['Waterproof', 'Washable', 'Non-Slip'],
        extras: ['for Food and Water', 'for Dogs and Cats'],
        facts: [['Edge', 'Raised']],
      },
    ],
    [
      'tag',
      'Engraved Pet Tag',
      [110, 380],
      [8, 16],
      'A name and a number that bring a wanderer home.',
      {
        palette: 'metal',
        materials: ['Stainless Steel', 'Brass', 'Aluminum'],
        options: ['engraving'],
        styles: ['Personalized', 'Silent', 'Double-Sided'],
        extras: ['with Ring', 'for Collars'],
        facts: [
          ['Diameter', '1.2 in'],
          ['Ring', 'Included'],
        ],
      },
    ],
  ],
);
