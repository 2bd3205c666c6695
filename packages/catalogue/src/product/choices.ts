import { type ColourId, colourName, type LookId, ORIGINAL, PALETTES } from '../colours.ts';
import type { ObjectSpec } from '../object-spec.ts';
import { OPTION_SETS, type OptionSetId } from '../option-sets.ts';
import { getArt } from '../pictures/arts.ts';
import type { Random } from '../random.ts';

/** A value of an option with what it does to a variant. */
export interface Choice {
  value: string;
  cost: number;
  weight: number;
  look?: ColourId;
  /** Pieces in the pack, when the picture should show them. */
  pieces?: number;
}

export interface Choices {
  /** The looks the product comes in; the first is the one on its main picture. */
  looks: [LookId, ...LookId[]];
  options: { name: string; choices: Choice[] }[];
}

const MOST_VARIANTS = 24;
const MOST_VALUES = 7;

function fromSet(id: OptionSetId): { name: string; choices: Choice[] } {
  const { name, values } = OPTION_SETS[id];
  return {
    name,
    choices: (values as readonly (readonly [string, number, number, number?])[])
      .slice(0, MOST_VALUES + 1)
      .map(([value, cost, weight, pieces]) => ({ value, cost, weight, pieces })),
  };
}

function colourOption(colours: readonly ColourId[]): { name: string; choices: Choice[] } {
  return { name: 'Color', choices: colours.map((look) => ({ value: colourName(look), cost: 1, weight: 1, look })) };
}

function paletteOf(spec: ObjectSpec): readonly ColourId[] {
  return spec.palette === undefined || getArt(spec.art).body === undefined ? [] : PALETTES[spec.palette];
}

function lookList(colours: readonly ColourId[]): [LookId, ...LookId[]] {
  const [first, ...rest] = colours;
  return first === undefined ? [ORIGINAL] : [first, ...rest];
}

/** The few products with more than 100 variants: every value of every option. */
function wideChoices(spec: ObjectSpec, sets: readonly OptionSetId[], random: Random): Choices {
  const others = sets.map(fromSet);
  const each = others.reduce((product, { choices }) => product * choices.length, 1);
  const colours = random.sample(paletteOf(spec), Math.max(2, Math.floor(245 / each)));
  return { looks: lookList(colours), options: [colourOption(colours), ...others] };
}

/** What a shopper can choose: one to six colours and at most two other options, 24 variants at the most. */
export function getChoices(spec: ObjectSpec, nth: number, random: Random): Choices {
  if (nth === 0 && spec.wide !== undefined) return wideChoices(spec, spec.wide, random);
  const [first, second] = spec.options;
  const options: { name: string; choices: Choice[] }[] = [];
  if (first !== undefined) {
    const main = fromSet(first);
    if (main.name !== 'Pack' || random.chance(0.6)) options.push(main);
  }
  if (second !== undefined && random.chance(0.35)) options.push(fromSet(second));
  const palette = paletteOf(spec);
  const wished = palette.length === 0 ? 0 : random.chance(0.12) ? 1 : random.int(2, Math.min(6, palette.length));
  let others = options.reduce((product, { choices }) => product * choices.length, 1);
  while (options.length > 1 && others * Math.min(2, wished || 1) > MOST_VARIANTS) {
    options.pop();
    others = options.reduce((product, { choices }) => product * choices.length, 1);
  }
  const colours = random.sample(palette, Math.min(wished, Math.max(1, Math.floor(MOST_VARIANTS / others))));
  if (colours.length > 1) options.unshift(colourOption(colours));
  return { looks: lookList(colours), options };
}
