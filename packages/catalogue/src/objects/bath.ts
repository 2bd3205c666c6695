import { shelf } from '../object-spec.ts';
import { bath } from './departments.ts';

export const BATH = shelf(
  { ...bath, category: 'bath', materials: ['ABS', 'Stainless Steel'], options: [], facts: [['Use', 'Bathroom']] },
  [
    [
      'showerhead',
      'Handheld Shower Head',
      [620, 1690],
      [260, 420],
      'Five sprays from soft rain to firm massage, with a hose long enough for the dog.',
      {
        palette: undefined,
        count: 10,
        styles: ['High-Pressure', 'Water-Saving', 'Rainfall', '5-Spray'],
        extras: ['with Hose', 'with Filter', 'with Wall Bracket'],
        points: ['Five spray patterns', 'Self-cleaning nozzles', 'Fits standard pipes', 'No tools needed'],
        facts: [
          ['Thread', 'G1/2'],
          ['Flow', '2.0 gpm'],
        ],
      },
    ],
    [
      'soap',
      'Bar Soap',
      [140, 390],
      [95, 130],
      'A creamy bar with plant oils that rinses clean and leaves a quiet scent.',
      {
        palette: undefined,
        materials: ['Plant Oils'],
        options: ['scent', 'triples'],
        count: 10,
        styles: ['Handmade', 'Cold-Process', 'Moisturizing', 'Natural'],
        extras: ['with Oatmeal', 'with Olive Oil', 'for Dry Skin'],
        points: ['Plant oils only', 'Rich, creamy lather', 'Wrapped in paper', 'Lasts about a month'],
        facts: [
          ['Net Weight', '4 oz'],
          ['Palm Oil Free', 'Yes'],
        ],
      },
    ],
    [
      'sponge',
      'Bath Sponge',
      [90, 260],
      [14, 30],
      'A big soft sponge that drinks water and gives back foam.',
      {
        palette: 'play',
        materials: ['Cellulose', 'Foam'],
        options: ['packs'],
        styles: ['Extra-Soft', 'Large', 'Exfoliating', 'Baby'],
        extras: ['for Shower and Bath', 'for Sensitive Skin'],
        points: ['Soft from the first use', 'Rich foam from little soap', 'Dries quickly', 'Hanging loop'],
      },
    ],
    [
      'toiletroll',
      'Toilet Paper',
      [420, 990],
      [900, 1500],
      'Soft, strong sheets that break down fast.',
      {
        palette: undefined,
        materials: ['Recycled Paper'],
        options: ['packs'],
        styles: ['3-Ply', 'Soft', 'Septic-Safe', 'Unbleached'],
        extras: ['12 Rolls', '24 Rolls', 'Plastic-Free'],
        points: ['Septic safe', 'No dyes or perfume', 'Strong when wet', 'Paper wrapped'],
        facts: [
          ['Sheets', '250 per Roll'],
          ['Ply', '3'],
        ],
      },
    ],
    [
      'bathtub',
      'Freestanding Tub Tray Set',
      [980, 2200],
      [1100, 1900],
      'Everything for a long soak: a tray for book and glass, and a soft headrest.',
      {
        palette: undefined,
        materials: ['Bamboo', 'Walnut'],
        styles: ['Extendable', 'Luxury', 'Spa-Style', 'Waterproof'],
        extras: ['with Book Stand', 'with Wine Holder', 'for Two'],
        points: ['Fits most tubs', 'Book stand with page clips', 'Non-slip ends', 'Water-resistant finish'],
        facts: [['Width', '29-43 in']],
        count: 5,
      },
    ],
  ],
);
