import { shelf } from '../object-spec.ts';
import { pet } from './departments.ts';

export const DOG_TOYS = shelf(
  {
    ...pet,
    category: 'dog-toys',
    materials: ['Natural Rubber', 'Nylon'],
    options: ['dogSize'],
    extras: ['for Small and Large Dogs', 'for Aggressive Chewers', 'for Puppies'],
  },
  [
    [
      'bone',
      'Chew Bone',
      [220, 680],
      [90, 240],
      'A nubby bone that cleans teeth and saves shoes.',
      { count: 10, styles: ['Durable', 'Dental', 'Bacon-Scented', 'Long-Lasting'] },
    ],
    [
      'rope',
      'Rope Tug Toy',
      [180, 580],
      [90, 260],
      'Knots to grip, fibers that floss, and hours of tug of war.',
      { materials: ['Cotton'], styles: ['Durable', 'Knotted', 'Washable'] },
    ],
    [
      'burger',
      'Squeaky Burger Toy',
      [220, 620],
      [80, 160],
      'A soft burger that squeaks at every bite.',
      { palette: undefined, materials: ['Short Plush', 'Latex'], styles: ['Plush', 'Soft', 'Funny'] },
    ],
    [
      'baseball',
      'Fetch Ball',
      [160, 480],
      [70, 130],
      'A bouncy ball with a stitched grip that flies far and floats.',
      { options: ['triples'], styles: ['Bouncy', 'Floating', 'Durable'] },
    ],
  ],
);
