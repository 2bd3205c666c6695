import { shelf } from '../object-spec.ts';
import { carry } from './departments.ts';

export const EYEWEAR = shelf(
  {
    ...carry,
    category: 'eyewear',
    palette: 'fashion',
    styles: ['Polarized', 'Retro', 'Classic', 'Lightweight', 'Oversized'],
    materials: ['Acrylic', 'Titanium'],
    extras: ['for Men', 'for Women', 'with Case'],
    options: ['lens'],
    facts: [
      ['UV Protection', 'UV400'],
      ['Case', 'Included'],
    ],
    points: ['Spring hinges', 'Case and cloth included', 'Light on the nose', 'Scratch-resistant lenses'],
    tags: ['eyewear', 'accessories', 'fashion'],
  },
  [
    [
      'sunglasses',
      'Sunglasses',
      [320, 980],
      [28, 42],
      'Dark lenses, a light frame and full UV protection for bright days.',
      { count: 18 },
    ],
    [
      'glasses',
      'Blue Light Glasses',
      [280, 820],
      [24, 36],
      'Square frames that take the glare off long days at a screen.',
      {
        count: 14,
        options: ['readers'],
        styles: ['Square', 'Retro', 'Lightweight', 'Classic', 'Flexible'],
        extras: ['for Computer Work', 'for Men and Women', 'with Case'],
        facts: [
          ['Coating', 'Anti-Glare'],
          ['Case', 'Included'],
        ],
      },
    ],
    [
      'umbrella',
      'Stick Umbrella',
      [580, 1380],
      [420, 620],
      'A wide canopy on a strong shaft that does not turn inside out.',
      {
        materials: ['Polyester', 'Recycled Polyester'],
        options: [],
        styles: ['Windproof', 'Large', 'Automatic', 'Classic'],
        extras: ['with Curved Handle', 'for Two', 'for Rain and Sun'],
        facts: [
          ['Ribs', '8, Fiberglass'],
          ['Canopy', '46 in'],
        ],
        points: ['Opens at a button', 'Fiberglass ribs', 'Dries quickly', 'Comfortable curved handle'],
        tags: ['umbrella', 'accessories'],
        count: 10,
      },
    ],
    [
      'foldedumbrella',
      'Folding Umbrella',
      [460, 1080],
      [320, 460],
      'An umbrella small enough for the bag and strong enough for the corner by the station.',
      {
        materials: ['Polyester', 'Recycled Polyester'],
        options: [],
        styles: ['Compact', 'Windproof', 'Travel', 'Automatic'],
        extras: ['with Sleeve', 'for Travel', 'for Men and Women'],
        facts: [
          ['Ribs', '8, Fiberglass'],
          ['Folded', '12 in'],
        ],
        points: ['Opens and closes at a button', 'Fits in a bag', 'Sleeve included', 'Dries quickly'],
        tags: ['umbrella', 'accessories'],
      },
    ],
    [
      'fan',
      'Folding Hand Fan',
      [140, 420],
      [40, 70],
      'A painted fan with a tassel for hot trains, weddings and dance floors.',
      {
        palette: 'flower',
        materials: ['Silk', 'Bamboo', 'Paper'],
        options: ['packs'],
        styles: ['Hand-Painted', 'Foldable', 'Japanese-Style', 'Festival'],
        extras: ['with Tassel', 'for Weddings', 'for Summer'],
        facts: [
          ['Length', '9 in'],
          ['Ribs', 'Bamboo'],
        ],
        points: ['Opens with a flick', 'Smooth ribs', 'Fits in a handbag', 'Sleeve included'],
        tags: ['accessories', 'summer'],
      },
    ],
  ],
);
