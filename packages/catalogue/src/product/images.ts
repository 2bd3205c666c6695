import type { LookId } from '../colours.ts';
import type { ObjectSpec } from '../object-spec.ts';
import type { GroundId } from '../pictures/grounds.ts';
import { pictureKey, type ShotId } from '../pictures/picture-key.ts';
import type { Random } from '../random.ts';
import type { Choice, Choices } from './choices.ts';

const LIGHT: readonly GroundId[] = [
  'sand',
  'mist',
  'blush',
  'sage',
  'sky',
  'lilac',
  'stone',
  'peach',
  'butter',
  'aqua',
  'white',
  'clay',
];
const GLOWING: ReadonlySet<string> = new Set(['lighting', 'gaming', 'audio', 'jewelry']);
const PALE: ReadonlySet<LookId> = new Set<LookId>(['white', 'cream', 'silver', 'beige']);
const DEEP: ReadonlySet<LookId> = new Set<LookId>(['black', 'charcoal', 'navy', 'plum', 'forest', 'burgundy', 'brown']);

export interface Imagery {
  /** Three to six pictures, the main one first. */
  gallery: string[];
  /** The picture of a choice, or of all choices of a variant. */
  keyFor(choices: readonly Choice[]): string;
}

function groundFor(spec: ObjectSpec, look: LookId, random: Random): GroundId {
  if (GLOWING.has(spec.category) && !DEEP.has(look) && random.chance(0.2))
    return random.pick(['dusk', 'slate'] as const);
  const ground = random.pick(LIGHT);
  return ground === 'white' && PALE.has(look) ? 'mist' : ground;
}

/** Pictures of a product: one ground for the plain shots, so that colours can be compared, and another for the rest. */
export function getImagery(spec: ObjectSpec, { looks, options }: Choices, random: Random): Imagery {
  const { art } = spec;
  const look = looks[0];
  const ground = groundFor(spec, look, random);
  const scene = groundFor(spec, look, random);
  const key = (shot: ShotId, as: LookId = look, on: GroundId = scene): string =>
    pictureKey({ art, looks: [as], ground: on, shot });

  const shots = [pictureKey({ art, looks: [look], ground, shot: 'hero' })];
  const [first, second, ...rest] = looks;
  if (second !== undefined)
    shots.push(pictureKey({ art, looks: [first, second, ...rest.slice(0, 2)], ground, shot: 'range' }));
  const pieces = options.flatMap(({ choices }) => choices).findLast((choice) => choice.pieces !== undefined)?.pieces;
  if (pieces !== undefined) shots.push(key(`pack-${pieces}` as ShotId, look, ground));
  shots.push(key(random.pick(['podium', 'arch', 'sunlit'] as const)));
  if (spec.props.length > 0 && random.chance(0.75)) shots.push(key(`with-${random.pick(spec.props)}`));
  for (const shot of random.sample(['close', 'tilt', 'pair'] as const, random.int(1, 2))) shots.push(key(shot));

  return {
    gallery: shots.slice(0, 6),
    keyFor(choices) {
      const as = choices.find((choice) => choice.look !== undefined)?.look ?? look;
      const count = choices.find((choice) => choice.pieces !== undefined)?.pieces;
      return key(count === undefined ? 'hero' : (`pack-${count}` as ShotId), as, ground);
    },
  };
}
