import { shelf } from '../object-spec.ts';
import { tech } from './departments.ts';

export const GAMING = shelf(
  {
    ...tech,
    category: 'gaming',
    styles: ['Responsive', 'Retro', 'Pro', 'Arcade', 'Ergonomic'],
    options: ['connection'],
    facts: [
      ['Warranty', '1 year'],
      ['Vibration', 'Dual Motor'],
    ],
    tags: ['electronics', 'gaming'],
  },
  [
    [
      'gamepad',
      'Game Controller',
      [980, 2400],
      [200, 290],
      'Sticks that center, triggers that give, and a grip that lasts through the boss fight.',
      {
        count: 18,
        palette: 'play',
        limits: ['battery'],
        materials: ['ABS', 'Recycled Plastic'],
        extras: ['for PC and Phone', 'with Charging Dock', 'with Turbo Button'],
        facts: [
          ['Battery', '12 hours'],
          ['Charging', 'USB-C'],
          ['Vibration', 'Dual Motor'],
        ],
      },
    ],
    [
      'joystick',
      'Arcade Joystick',
      [1280, 2900],
      [520, 860],
      'A ball-top stick with clicky switches for the games that started it all.',
      {
        palette: 'play',
        styles: ['Retro', 'USB', 'Competition'],
        extras: ['for PC', 'for Fighting Games', 'with Suction Feet'],
        facts: [
          ['Connector', 'USB-A'],
          ['Switches', 'Micro'],
        ],
        count: 10,
      },
    ],
    [
      'alien',
      'Pixel Alien Desk Lamp',
      [680, 1680],
      [240, 420],
      'A glowing pixel invader for the gaming desk.',
      {
        palette: 'play',
        options: ['plugType'],
        styles: ['Retro', 'Glowing', 'Arcade', 'Color-Changing'],
        extras: ['for Game Room', 'with Remote', 'for Gaming Desks'],
        facts: [
          ['Power', 'USB'],
          ['Light', 'LED'],
        ],
        points: ['Soft, even glow', 'USB powered', 'Non-slip feet', 'Three brightness levels'],
      },
    ],
  ],
);
