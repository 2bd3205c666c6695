import type { LookId } from '../colours.ts';
import { type ArtId, getArt } from './arts.ts';
import type { Picture } from './picture-key.ts';

/** One object on the stage. Lengths are parts of the picture's side; x is the middle, `y` the foot (or middle when lying). */
export interface Placed {
  art: ArtId;
  look: LookId;
  x: number;
  y: number;
  /** The box it must fit in. */
  box: number;
  turn?: number;
  mirror?: boolean;
  /** How much of the empty height above a low object it is lifted by, so that it sits near the middle. */
  rise?: number;
  /** Depth of field, in parts of the side. */
  blur?: number;
  lying: boolean;
  shadow: number;
}

export interface Stage {
  kind: 'floor' | 'table';
  /** What is built on the ground before objects stand on it. */
  set?: 'podium' | 'arch' | 'sunlit' | 'paper';
  things: Placed[];
}

const FLOOR = 0.8;

interface Spot {
  x: number;
  y: number;
  box: number;
  turn?: number;
  mirror?: boolean;
  rise?: number;
  blur?: number;
}

const PACKS_STAND: Record<number, Spot[]> = {
  2: [
    { x: 0.36, y: 0.72, box: 0.44 },
    { x: 0.63, y: 0.81, box: 0.48 },
  ],
  3: [
    { x: 0.5, y: 0.68, box: 0.4 },
    { x: 0.28, y: 0.79, box: 0.42 },
    { x: 0.71, y: 0.81, box: 0.44 },
  ],
  4: [
    { x: 0.35, y: 0.64, box: 0.34 },
    { x: 0.66, y: 0.65, box: 0.34 },
    { x: 0.28, y: 0.82, box: 0.38 },
    { x: 0.7, y: 0.83, box: 0.38 },
  ],
  6: [
    { x: 0.24, y: 0.62, box: 0.29 },
    { x: 0.5, y: 0.61, box: 0.29 },
    { x: 0.76, y: 0.62, box: 0.29 },
    { x: 0.22, y: 0.84, box: 0.32 },
    { x: 0.5, y: 0.85, box: 0.32 },
    { x: 0.78, y: 0.84, box: 0.32 },
  ],
};

const PACKS_LAY: Record<number, Spot[]> = {
  2: [
    { x: 0.33, y: 0.42, box: 0.5, turn: -8 },
    { x: 0.66, y: 0.6, box: 0.5, turn: 8 },
  ],
  3: [
    { x: 0.3, y: 0.36, box: 0.42, turn: -6 },
    { x: 0.7, y: 0.38, box: 0.42, turn: 6 },
    { x: 0.5, y: 0.69, box: 0.42 },
  ],
  4: [
    { x: 0.29, y: 0.3, box: 0.37 },
    { x: 0.71, y: 0.3, box: 0.37 },
    { x: 0.29, y: 0.71, box: 0.37 },
    { x: 0.71, y: 0.71, box: 0.37 },
  ],
  6: [
    { x: 0.22, y: 0.32, box: 0.27 },
    { x: 0.5, y: 0.32, box: 0.27 },
    { x: 0.78, y: 0.32, box: 0.27 },
    { x: 0.22, y: 0.69, box: 0.27 },
    { x: 0.5, y: 0.69, box: 0.27 },
    { x: 0.78, y: 0.69, box: 0.27 },
  ],
};

const RANGE_STAND: Record<number, Spot[]> = {
  2: PACKS_STAND[2] ?? [],
  3: [
    { x: 0.24, y: 0.74, box: 0.36 },
    { x: 0.76, y: 0.74, box: 0.36 },
    { x: 0.5, y: 0.82, box: 0.42 },
  ],
  4: PACKS_STAND[4] ?? [],
};

/** Where everything stands or lies in a picture. */
export function getStage({ art, looks, shot }: Picture): Stage {
  const lying = getArt(art).stance === 'lay';
  const look = looks[0];
  const put = (spot: Spot, of: ArtId = art, as: LookId = look): Placed => {
    const lies = getArt(of).stance === 'lay' || lying;
    return { art: of, look: as, ...spot, lying: lies, shadow: 1 };
  };
  const kind = lying ? 'table' : 'floor';
  const main: Spot = lying ? { x: 0.5, y: 0.5, box: 0.7 } : { x: 0.5, y: FLOOR, box: 0.62, rise: 0.4 };

  if (shot.startsWith('with-')) {
    const prop = shot.slice(5) as ArtId;
    return lying
      ? {
          kind,
          things: [
            put({ x: 0.84, y: 0.2, box: 0.34, turn: 14 }, prop, 'original'),
            put({ x: 0.45, y: 0.54, box: 0.64, turn: -6 }),
          ],
        }
      : {
          kind,
          things: [
            put({ x: 0.78, y: 0.7, box: 0.33, blur: 0.004 }, prop, 'original'),
            put({ x: 0.42, y: FLOOR, box: 0.56 }),
          ],
        };
  }
  if (shot.startsWith('pack-')) {
    const count = Number(shot.slice(5));
    return { kind, things: ((lying ? PACKS_LAY : PACKS_STAND)[count] ?? []).map((spot) => put(spot)) };
  }
  switch (shot) {
    case 'range': {
      const spots = (lying ? PACKS_LAY : RANGE_STAND)[looks.length] ?? [main];
      return { kind, things: spots.map((spot, i) => put(spot, art, looks[i] ?? look)) };
    }
    case 'pair':
      return lying
        ? {
            kind,
            things: [put({ x: 0.64, y: 0.4, box: 0.5, turn: 16 }), put({ x: 0.38, y: 0.58, box: 0.56, turn: -8 })],
          }
        : {
            kind,
            things: [
              put({ x: 0.68, y: 0.7, box: 0.42, mirror: true, blur: 0.003 }),
              put({ x: 0.4, y: 0.82, box: 0.52 }),
            ],
          };
    case 'close':
      return {
        kind,
        things: [put(lying ? { x: 0.46, y: 0.55, box: 1.25, turn: -7 } : { x: 0.44, y: 1.06, box: 1.12 })],
      };
    case 'tilt':
      return { kind, things: [put(lying ? { ...main, box: 0.66, turn: -14 } : { ...main, mirror: true, box: 0.58 })] };
    case 'podium':
      return lying
        ? { kind, set: 'paper', things: [put({ ...main, box: 0.6, turn: 6 })] }
        : { kind, set: 'podium', things: [put({ x: 0.5, y: 0.715, box: 0.5 })] };
    case 'arch':
      return lying
        ? { kind, set: 'paper', things: [put({ ...main, box: 0.58, turn: -10 })] }
        : { kind, set: 'arch', things: [put({ ...main, rise: 0.15, box: 0.54 })] };
    case 'sunlit':
      return { kind, set: 'sunlit', things: [put({ ...main, box: lying ? 0.66 : 0.58 })] };
    default:
      return { kind, things: [put(main)] };
  }
}
