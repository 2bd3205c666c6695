import { shelf } from '../object-spec.ts';
import { toy } from './departments.ts';

export const CLASSIC_TOYS = shelf(
  {
    ...toy,
    category: 'classic-toys',
    styles: ['Classic', 'Retro', 'Colorful', 'Handmade', 'Lightweight'],
    materials: ['Wood', 'Plastic', 'Recycled Plastic'],
    options: ['packs'],
  },
  [
    [
      'yoyo',
      'Yo-Yo',
      [160, 520],
      [50, 80],
      'A smooth axle and a long spin: three tricks by dinner time.',
      {
        facts: [
          ['Axle', 'Ball Bearing'],
          ['Age', '6+'],
        ],
        styles: ['Responsive', 'Beginner', 'Competition', 'Classic'],
        extras: ['with Spare Strings', 'for Kids', 'for Beginners'],
      },
    ],
    [
      'kite',
      'Diamond Kite',
      [280, 780],
      [110, 190],
      'It goes up in a light breeze and stays there, tails and all.',
      {
        palette: undefined,
        materials: ['Nylon', 'Polyester'],
        options: [],
        styles: ['Easy-Fly', 'Rainbow', 'Large', 'Beach'],
        extras: ['with String and Handle', 'for Kids and Adults', 'for Beach Trips'],
        facts: [
          ['Wingspan', '28 in'],
          ['Line', '200 ft'],
        ],
      },
    ],
    [
      'wand',
      'Magic Wand',
      [120, 380],
      [30, 70],
      'Black, white-tipped and full of possibilities.',
      {
        palette: undefined,
        styles: ['Magician', 'Light-Up', 'Classic'],
        extras: ['for Kids Shows', 'with Trick Booklet', 'for Costumes'],
        facts: [
          ['Length', '13 in'],
          ['Age', '5+'],
        ],
      },
    ],
    [
      'boomerang',
      'Boomerang',
      [260, 720],
      [90, 150],
      'A balanced wing that really comes back, with a note on how to throw it.',
      {
        palette: undefined,
        materials: ['Wood', 'Maple', 'Foam'],
        styles: ['Returning', 'Hand-Painted', 'Beginner'],
        extras: ['for Kids and Adults', 'with Instructions', 'for Parks'],
        facts: [
          ['Range', '25 yd'],
          ['Age', '8+'],
        ],
      },
    ],
    [
      'pinata',
      'Donkey Piñata',
      [480, 1250],
      [320, 560],
      'A paper donkey in bright stripes that holds four pounds of sweets.',
      {
        palette: undefined,
        materials: ['Cardboard', 'Paper'],
        options: ['ml'],
        styles: ['Colorful', 'Fiesta', 'Birthday'],
        extras: ['for Birthdays', 'with Stick and Blindfold', 'for Cinco de Mayo'],
        facts: [
          ['Holds', '4 lb'],
          ['Hanging Loop', 'Yes'],
        ],
      },
    ],
    [
      'masks',
      'Theater Masks',
      [220, 640],
      [80, 150],
      'One laughs, one cries: a pair for the drama club and the wall.',
      {
        palette: undefined,
        options: [],
        materials: ['Plastic', 'Paper'],
        styles: ['Comedy and Tragedy', 'Venetian-Style', 'Masquerade'],
        extras: ['for Costume Parties', 'for Wall Decor', 'for Adults'],
        facts: [['Pieces', '2']],
      },
    ],
    [
      'slide',
      'Toddler Slide',
      [3900, 7800],
      [6200, 9800],
      'A gentle slope with high sides, for living rooms and back yards.',
      {
        limits: ['bulky'],
        materials: ['Plastic', 'Recycled Plastic'],
        options: [],
        styles: ['Indoor', 'Foldable', 'Backyard'],
        extras: ['for Ages 1-5', 'with Wide Steps', 'with Non-Slip Base'],
        facts: [
          ['Max Load', '66 lb'],
          ['Age', '1-5'],
        ],
      },
    ],
  ],
);
