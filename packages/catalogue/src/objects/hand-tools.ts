import { shelf } from '../object-spec.ts';
import { tool } from './departments.ts';

export const HAND_TOOLS = shelf(
  { ...tool, category: 'hand-tools', materials: ['Carbon Steel', 'Steel', 'Stainless Steel'], options: ['toolSize'] },
  [
    [
      'hammer',
      'Claw Hammer',
      [480, 1280],
      [380, 680],
      'A balanced head and a claw that pulls what it should.',
      {
        palette: undefined,
        options: ['hammerWeight'],
        facts: [
          ['Handle', 'Hickory'],
          ['Face', 'Polished'],
        ],
      },
    ],
    [
      'wrench',
      'Open-End Wrench',
      [280, 880],
      [180, 420],
      'Clean jaws that grip the nut and not the knuckles.',
      {
        palette: undefined,
        facts: [
          ['Hardness', '45 HRC'],
          ['Finish', 'Satin Chrome'],
        ],
      },
    ],
    [
      'screwdriver',
      'Screwdriver',
      [160, 520],
      [90, 180],
      'A magnetic tip and a handle that does not turn in the hand.',
      {
        options: ['packs'],
        facts: [
          ['Tip', 'Phillips No. 2, Magnetic'],
          ['Steel', 'Chrome Vanadium'],
        ],
        count: 10,
      },
    ],
    [
      'saw',
      'Hand Saw',
      [520, 1480],
      [380, 620],
      'Sharp, set teeth that cut on the push and stay straight.',
      {
        palette: undefined,
        limits: ['blade'],
        facts: [
          ['Teeth', '9 per Inch'],
          ['Blade', '15 in'],
        ],
        styles: ['Fine-Cut', 'General-Purpose', 'Panel'],
      },
    ],
    [
      'clamp',
      'C-Clamp',
      [280, 880],
      [380, 980],
      'A firm third hand for glue-ups and repairs.',
      {
        palette: undefined,
        facts: [
          ['Opening', '4 in'],
          ['Thread', 'Acme'],
        ],
        materials: ['Cast Iron', 'Steel'],
      },
    ],
    [
      'pickaxe',
      'Garden Pickaxe',
      [1180, 2600],
      [1600, 2600],
      'One end digs, the other breaks: for roots, stones and new beds.',
      {
        palette: undefined,
        limits: ['blade'],
        facts: [
          ['Handle', 'Fiberglass'],
          ['Length', '26 in'],
        ],
        styles: ['Forged', 'Heavy-Duty', 'Lightweight'],
        extras: ['for Gardening', 'for Camping'],
      },
    ],
    [
      'toolset',
      'Household Tool Set',
      [980, 2900],
      [980, 2100],
      'Hammer, wrench and friends: all that a new flat needs.',
      {
        palette: undefined,
        options: [],
        styles: ['Starter', '12-Piece', 'Compact', 'Complete'],
        extras: ['for New Homes', 'with Case', 'for DIY'],
        facts: [['Case', 'Included']],
        count: 10,
      },
    ],
    [
      'toolbox',
      'Metal Toolbox',
      [1180, 2900],
      [1600, 2900],
      'A box with a lift-out tray and latches that stay shut.',
      {
        options: ['toolSize'],
        facts: [
          ['Tray', 'Removable'],
          ['Latches', '2, Lockable'],
        ],
      },
    ],
  ],
);
