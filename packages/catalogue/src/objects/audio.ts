import { shelf } from '../object-spec.ts';
import { tech } from './departments.ts';

export const AUDIO = shelf(
  {
    ...tech,
    category: 'audio',
    styles: ['Portable', 'Retro', 'Studio', 'Foldable', 'Compact'],
    options: ['connection'],
    facts: [
      ['Connection', 'Bluetooth 5.3 or Cable'],
      ['Warranty', '1 year'],
    ],
  },
  [
    [
      'headphones',
      'Over-Ear Headphones',
      [1280, 3600],
      [220, 310],
      'Soft cushions, a light band and a sound that stays clear when the train gets loud.',
      {
        count: 20,
        limits: ['battery'],
        styles: ['Noise-Isolating', 'Foldable', 'Wireless-Ready', 'Studio', 'Lightweight'],
        extras: ['with Microphone', 'for Travel and Work', 'with Carry Case'],
        facts: [
          ['Driver', '40 mm'],
          ['Battery', '30 hours'],
          ['Charging', 'USB-C'],
        ],
      },
    ],
    [
      'studiomic',
      'Desktop Microphone',
      [1480, 3400],
      [420, 680],
      'A warm, close voice for podcasts, calls and songs, with a mute you can reach.',
      {
        options: [],
        styles: ['USB', 'Retro', 'Cardioid', 'Podcast'],
        extras: ['with Stand', 'for Streaming', 'for Podcasts and Calls'],
        facts: [
          ['Pattern', 'Cardioid'],
          ['Connector', 'USB-C'],
          ['Sample Rate', '48 kHz'],
        ],
        count: 10,
      },
    ],
    [
      'microphone',
      'Handheld Microphone',
      [780, 2100],
      [260, 360],
      'A sturdy microphone for karaoke nights, speeches and small stages.',
      {
        palette: undefined,
        options: ['cable'],
        styles: ['Dynamic', 'Vocal', 'Karaoke', 'Stage'],
        extras: ['with Cable', 'for Karaoke', 'for Speeches'],
        facts: [
          ['Type', 'Dynamic'],
          ['Connector', 'XLR to 6.3 mm'],
        ],
      },
    ],
    [
      'radio',
      'Portable Radio',
      [980, 2400],
      [480, 780],
      'Push the dial, pull the antenna and hear what is on.',
      {
        limits: ['battery'],
        options: ['plugType'],
        styles: ['Retro', 'Emergency', 'Kitchen'],
        extras: ['with Bluetooth', 'for Kitchen and Camping', 'with Headphone Jack'],
        facts: [
          ['Bands', 'AM / FM'],
          ['Power', 'Mains or 4 x AA'],
        ],
        count: 10,
      },
    ],
    [
      'knobs',
      'Mini Audio Mixer',
      [1680, 3600],
      [520, 860],
      'Four smooth knobs to balance voices and instruments at home.',
      {
        palette: undefined,
        options: ['plugType'],
        styles: ['4-Channel', 'Compact', 'USB', 'Desktop'],
        extras: ['for Streaming', 'for Karaoke', 'for Home Studio'],
        facts: [
          ['Channels', '4'],
          ['Power', 'USB-C'],
        ],
      },
    ],
  ],
);
