import { shelf } from '../object-spec.ts';
import { tech } from './departments.ts';

export const COMPUTER = shelf(
  {
    ...tech,
    category: 'computer',
    styles: ['Responsive', 'Slim', 'Quiet', 'Ergonomic', 'Compact'],
    options: ['connection'],
    facts: [
      ['Compatibility', 'Windows, macOS, Linux'],
      ['Warranty', '1 year'],
    ],
    tags: ['electronics', 'computer', 'office'],
  },
  [
    [
      'keyboard',
      'Keyboard',
      [980, 3200],
      [480, 820],
      'Keys with a short, sure travel and a layout that leaves room for the mouse.',
      {
        count: 18,
        options: ['layout', 'keySwitch'],
        styles: ['Slim', 'Compact', 'Quiet', 'Low-Profile', 'Multi-Device'],
        extras: ['for Home and Office', 'with Number Pad', 'for Laptop and Tablet'],
        facts: [
          ['Keys', '78'],
          ['Charging', 'USB-C'],
          ['Compatibility', 'Windows, macOS, Linux'],
        ],
        props: ['mouse'],
      },
    ],
    [
      'mouse',
      'Computer Mouse',
      [390, 1280],
      [70, 110],
      'A quiet click and a shape that suits both hands.',
      {
        count: 16,
        limits: ['battery'],
        facts: [
          ['Sensor', '1600 dpi'],
          ['Battery', '1 x AA'],
          ['Compatibility', 'Windows, macOS, Linux'],
        ],
      },
    ],
    [
      'trackball',
      'Trackball Mouse',
      [980, 2300],
      [140, 200],
      'The ball moves, the wrist rests: comfortable for long days.',
      {
        styles: ['Ergonomic', 'Precision', 'Desktop', 'Quiet'],
        extras: ['for Wrist Relief', 'for Design Work'],
        facts: [
          ['Sensor', '2400 dpi'],
          ['Ball', '34 mm'],
        ],
      },
    ],
    [
      'printer',
      'Compact Photo Printer',
      [4900, 9800],
      [1900, 3200],
      'Sharp prints from phone or laptop, in a case that fits on a shelf.',
      {
        options: ['plugType'],
        styles: ['Wireless', 'All-Purpose', 'Home'],
        extras: ['with Starter Ink', 'for Home Office', 'for School'],
        limits: ['bulky'],
        facts: [
          ['Connection', 'Wi-Fi, USB'],
          ['Paper', 'Up to Letter'],
        ],
      },
    ],
    [
      'discs',
      'Blank Recordable Discs',
      [320, 980],
      [160, 620],
      'Reliable discs for music, archives and old machines that still work.',
      {
        palette: undefined,
        options: ['bulk'],
        materials: ['Plastic'],
        styles: ['Archival', 'Printable', '52x', 'Long-Life'],
        extras: ['on Spindle', 'with Sleeves'],
        facts: [
          ['Capacity', '700 MB'],
          ['Surface', 'Printable'],
        ],
        points: ['Reliable at every speed', 'Printable surface', 'Works with old players', 'Comes on a spindle'],
      },
    ],
  ],
);
