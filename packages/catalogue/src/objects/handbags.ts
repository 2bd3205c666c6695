import { shelf } from '../object-spec.ts';
import { carry } from './departments.ts';

export const HANDBAGS = shelf(
  {
    ...carry,
    category: 'handbags',
    styles: ['Everyday', 'Structured', 'Minimalist', 'Vintage', 'Compact', 'Classic'],
    materials: ['Vegan Leather', 'Leather', 'Canvas'],
    extras: ['for Women', 'for Work', 'with Gift Box'],
    options: [],
    facts: [
      ['Lining', 'Fabric'],
      ['Closure', 'Zip'],
    ],
  },
  [
    [
      'backpack',
      'Backpack',
      [1280, 2900],
      [620, 980],
      'A roomy backpack with padded straps and a pocket for everything that gets lost.',
      {
        count: 22,
        palette: 'fashion',
        options: ['litres', 'laptopFit'],
        wide: ['litres', 'laptopFit'],
        materials: ['Nylon', 'Canvas', 'Recycled Polyester', 'Vegan Leather'],
        styles: ['Water-Resistant', 'Everyday', 'School', 'Travel', 'Anti-Theft', 'Lightweight'],
        extras: ['for School', 'with Laptop Sleeve', 'for Travel and Work'],
        facts: [
          ['Laptop Sleeve', 'Padded'],
          ['Straps', 'Padded, Adjustable'],
          ['Pockets', '6'],
        ],
      },
    ],
    [
      'handbag',
      'Top-Handle Handbag',
      [1480, 3400],
      [520, 820],
      'A two-tone bag with short handles that holds more than it shows.',
      { count: 16 },
    ],
    [
      'clutch',
      'Clutch Bag',
      [680, 1590],
      [180, 300],
      'A soft clutch for phone, keys and lipstick, with a strap you can tuck away.',
      {
        palette: 'fashion',
        styles: ['Evening', 'Soft', 'Foldover', 'Elegant', 'Compact'],
        extras: ['for Weddings', 'with Wrist Strap', 'for Parties'],
        count: 10,
      },
    ],
    [
      'coinpurse',
      'Kiss-Lock Coin Purse',
      [220, 590],
      [60, 110],
      'A little purse that snaps shut with a satisfying click.',
      {
        palette: 'fashion',
        styles: ['Vintage', 'Mini', 'Retro', 'Classic'],
        extras: ['for Coins and Keys', 'with Gift Box', 'for Women'],
        facts: [
          ['Closure', 'Kiss Lock'],
          ['Lining', 'Fabric'],
        ],
      },
    ],
    [
      'shopper',
      'Tote Bags',
      [320, 890],
      [160, 280],
      'Wide totes with long handles for market, office and beach.',
      {
        palette: 'fashion',
        materials: ['Canvas', 'Organic Cotton', 'Recycled Polyester'],
        options: ['packs'],
        styles: ['Large', 'Reusable', 'Heavy-Duty', 'Everyday'],
        extras: ['for Groceries', 'with Pockets', 'for Beach'],
        facts: [
          ['Load', '40 lb'],
          ['Handles', '10 in Drop'],
        ],
      },
    ],
  ],
);
