import { shelf } from '../object-spec.ts';
import { tech } from './departments.ts';

export const CAMERAS = shelf(
  {
    ...tech,
    category: 'cameras',
    palette: undefined,
    styles: ['Compact', 'Retro', 'Beginner', 'Travel'],
    options: [],
    facts: [
      ['Warranty', '1 year'],
      ['Charging', 'USB-C'],
    ],
    limits: ['battery'],
    tags: ['electronics', 'camera', 'photo'],
  },
  [
    [
      'camera',
      'Digital Camera',
      [3900, 8900],
      [280, 420],
      'A pocket camera with real buttons and a lens that opens when you press them.',
      {
        count: 10,
        extras: ['with 32 GB Card', 'for Beginners', 'with Carry Case'],
        facts: [
          ['Resolution', '24 MP'],
          ['Zoom', '8x'],
          ['Screen', '2.8 in'],
        ],
      },
    ],
    [
      'camcorder',
      'Camcorder',
      [4900, 10800],
      [420, 620],
      'Steady video with one thumb, for matches, weddings and first steps.',
      {
        extras: ['with Tripod', 'for Vlogging', 'with Carry Case'],
        styles: ['Full HD', 'Handheld', 'Compact', 'Night-Vision'],
        facts: [
          ['Video', '1080p, 60 fps'],
          ['Zoom', '16x'],
        ],
      },
    ],
    [
      'projector',
      'Home Movie Projector',
      [5200, 11800],
      [1200, 2100],
      'A movie night on any white wall, with the charm of turning reels.',
      {
        palette: 'tech',
        options: ['plugType'],
        limits: [],
        styles: ['Retro', 'Mini', 'Portable', 'Full HD'],
        extras: ['with Tripod', 'for Movie Nights', 'with Speaker'],
        facts: [
          ['Brightness', '200 ANSI lm'],
          ['Input', 'HDMI, USB'],
        ],
      },
    ],
    [
      'telescope',
      'Refractor Telescope',
      [3900, 8600],
      [1800, 2900],
      'Craters, rings and moons: a first telescope that is steady enough to show them.',
      {
        limits: [],
        styles: ['Beginner', 'Portable', 'Astronomy', '70 mm'],
        extras: ['with Tripod', 'for Kids and Adults', 'with Phone Mount'],
        materials: ['Aluminum'],
        facts: [
          ['Aperture', '70 mm'],
          ['Focal Length', '400 mm'],
        ],
      },
    ],
  ],
);
