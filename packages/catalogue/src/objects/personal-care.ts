import { shelf } from '../object-spec.ts';
import { bath } from './departments.ts';

export const PERSONAL_CARE = shelf(
  {
    ...bath,
    category: 'personal-care',
    palette: 'tech',
    materials: ['Plastic', 'Bamboo'],
    options: ['packs'],
    facts: [['Use', 'Daily']],
  },
  [
    [
      'toothbrush',
      'Toothbrush',
      [120, 320],
      [18, 30],
      'Tapered bristles that reach between teeth and stay kind to gums.',
      {
        options: ['bristle', 'packs'],
        palette: 'play',
        count: 12,
        styles: ['Soft-Bristle', 'Ergonomic', 'Charcoal', 'Travel', 'Everyday'],
        extras: ['with Cap', 'for Sensitive Gums', 'for Adults'],
        points: ['Tapered bristles', 'Non-slip handle', 'Dentist-recommended head size', 'Travel cap included'],
        facts: [
          ['Bristles', 'Nylon'],
          ['BPA Free', 'Yes'],
        ],
      },
    ],
    [
      'razor',
      'Safety Razor',
      [320, 980],
      [70, 110],
      'A balanced handle and a single clean blade for a close shave with less waste.',
      {
        materials: ['Stainless Steel', 'Zinc Alloy', 'Aluminum'],
        limits: ['blade'],
        palette: 'metal',
        options: [],
        styles: ['Double-Edge', 'Reusable', 'Long-Handle', 'Classic'],
        extras: ['with Stand', 'with 10 Blades', 'for Men and Women'],
        points: ['Close, gentle shave', 'Textured grip', 'Takes standard blades', 'Lasts for years'],
        facts: [['Blades', 'Standard Double-Edge']],
      },
    ],
    [
      'comb',
      'Wide-Tooth Comb',
      [110, 340],
      [30, 60],
      'Wide, rounded teeth that untangle curls without pulling.',
      {
        materials: ['Wood', 'Plastic', 'Bamboo'],
        count: 10,
        styles: ['Detangling', 'Anti-Static', 'Seamless', 'Salon'],
        extras: ['for Curly Hair', 'for Wet Hair', 'with Handle'],
        points: ['Rounded tips', 'No seams that snag', 'Anti-static', 'Works on wet hair'],
        facts: [
          ['Teeth', 'Wide'],
          ['Length', '7 in'],
        ],
      },
    ],
    [
      'lotion',
      'Body Lotion',
      [280, 690],
      [280, 360],
      'A light lotion that sinks in fast and leaves skin soft, not sticky.',
      {
        palette: undefined,
        materials: ['Recycled Plastic'],
        options: ['scent', 'skin'],
        limits: ['liquid'],
        styles: ['Hydrating', 'Nourishing', 'Fast-Absorbing', 'Daily'],
        extras: ['with Shea Butter', 'with Oat and Aloe', 'for Dry Skin'],
        points: ['Absorbs in a minute', 'No parabens', 'Light scent', 'Pump locks for travel'],
        facts: [
          ['Volume', '10 fl oz'],
          ['Paraben Free', 'Yes'],
        ],
        count: 10,
      },
    ],
    [
      'plaster',
      'Adhesive Bandages',
      [110, 290],
      [20, 40],
      'Flexible bandages that stay put through hand washing and playgrounds.',
      {
        palette: 'play',
        materials: ['Polyester', 'Plastic'],
        options: ['bulk'],
        styles: ['Flexible', 'Waterproof', 'Breathable', 'Kids'],
        extras: ['for First Aid Kits', 'for Travel'],
        points: ['Stays on through washing', 'Non-stick pad', 'Latex free', 'Individually wrapped'],
        facts: [
          ['Size', '3 x 0.75 in'],
          ['Latex Free', 'Yes'],
        ],
      },
    ],
  ],
);
