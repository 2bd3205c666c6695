import { shelf } from '../object-spec.ts';
import { tech } from './departments.ts';

export const HOME_TECH = shelf(
  {
    ...tech,
    category: 'home-tech',
    styles: ['Retro', 'Compact', 'Rechargeable', 'Reliable'],
    options: ['plugType'],
    facts: [['Warranty', '1 year']],
  },
  [
    [
      'retrotv',
      'Retro Mini TV',
      [3900, 8200],
      [1600, 2700],
      'A small screen in an old-school case for the kitchen, the camper or the game console.',
      {
        styles: ['Portable', 'Compact', 'Vintage-Look'],
        extras: ['with Antenna', 'for Kitchen', 'for Retro Consoles'],
        facts: [
          ['Screen', '14 in'],
          ['Input', 'HDMI, AV'],
        ],
      },
    ],
    [
      'telephone',
      'Corded Telephone',
      [980, 2300],
      [620, 920],
      'Big keys, a real receiver and a ring you will not miss.',
      {
        palette: 'play',
        options: [],
        styles: ['Retro', 'Push-Button', 'Big-Button', 'Classic'],
        extras: ['for Seniors', 'for Landline', 'for Guest Books'],
        facts: [
          ['Line', 'Analog'],
          ['Redial', 'Yes'],
        ],
      },
    ],
    [
      'battery',
      'Rechargeable Batteries',
      [420, 1180],
      [90, 220],
      'Charge them a thousand times and stop buying new ones.',
      {
        palette: undefined,
        options: ['batterySize', 'packs'],
        limits: ['battery'],
        styles: ['High-Capacity', 'Low-Self-Discharge', 'Long-Life'],
        extras: ['with Charger', '4 Count', '8 Count'],
        materials: ['Steel'],
        facts: [
          ['Chemistry', 'NiMH'],
          ['Cycles', '1,000'],
        ],
        points: [
          'Up to 1,000 cycles',
          'Keeps its charge on the shelf',
          'Storage box included',
          'Works in all common devices',
        ],
      },
    ],
    [
      'plug',
      'Extension Cord',
      [360, 980],
      [220, 480],
      'A flexible cord with a firm plug, for the lamp that is just too far away.',
      {
        palette: undefined,
        options: ['cable'],
        styles: ['Heavy-Duty', 'Indoor', 'Flexible', 'Grounded'],
        extras: ['for Appliances', 'with Flat Plug'],
        materials: ['Natural Rubber', 'Plastic'],
        facts: [
          ['Rating', '13 A'],
          ['Plug', 'US'],
        ],
        points: ['Stays flexible in the cold', 'Firm, flat plug', 'Strain relief at both ends', 'Cable tie included'],
      },
    ],
    [
      'flashlight',
      'LED Flashlight',
      [380, 1180],
      [120, 240],
      'A bright, focused beam in a body that survives the garage floor.',
      {
        palette: 'outdoor',
        options: ['packs'],
        limits: ['battery'],
        styles: ['Rechargeable', 'Tactical', 'Zoomable', 'Waterproof', 'Compact'],
        extras: ['for Camping', 'with Strap', 'for Emergencies'],
        materials: ['Aluminum', 'ABS'],
        facts: [
          ['Brightness', '1000 lm'],
          ['Water Resistance', 'IPX6'],
        ],
        count: 12,
      },
    ],
    [
      'robot',
      'Programmable Robot Kit',
      [1980, 4600],
      [480, 820],
      'Build it, program it with blocks, and watch it follow your line.',
      {
        palette: undefined,
        options: [],
        limits: ['battery'],
        styles: ['Beginner', 'Educational', 'App-Controlled'],
        extras: ['for Ages 8+', 'for Classrooms', 'with Remote'],
        facts: [
          ['Age', '8+'],
          ['Charging', 'USB-C'],
        ],
        tags: ['electronics', 'learning', 'robot'],
      },
    ],
  ],
);
