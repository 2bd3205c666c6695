import { describe, expect, it } from 'vitest';
import { categories } from './categories.ts';
import { PALETTES } from './colours.ts';
import { MATERIALS } from './materials.ts';
import { OBJECTS } from './objects.ts';
import { OPTION_SETS } from './option-sets.ts';
import { isArtId } from './pictures/arts.ts';

const leaves = new Set(categories().map(({ id }) => id));
const isRange = (range: unknown): boolean =>
  Array.isArray(range) && range.length === 2 && range.every(Number.isInteger) && range[0] > 0 && range[0] <= range[1];
const areTexts = (list: unknown): boolean =>
  Array.isArray(list) && list.every((one) => typeof one === 'string' && one.trim() === one && one !== '');
const KEYS = [
  'art',
  'noun',
  'category',
  'count',
  'cost',
  'grams',
  'palette',
  'styles',
  'materials',
  'extras',
  'options',
  'pitch',
  'points',
  'facts',
  'limits',
  'tags',
  'props',
  'wide',
];

// The shelves are data: what a type would say of them is said here.
describe('every kind of goods', () => {
  it.each(OBJECTS.map((one) => [`${one.category} ${one.noun}`, one] as const))('%s is complete', (_name, one) => {
    expect(Object.keys(one).filter((key) => !KEYS.includes(key))).toEqual([]);
    expect([one.art, ...one.props].filter((art) => !isArtId(art))).toEqual([]);
    expect(leaves.has(one.category)).toBe(true);
    expect([isRange(one.cost), isRange(one.grams), Number.isInteger(one.count)]).toEqual([true, true, true]);
    expect(one.palette === undefined || one.palette in PALETTES).toBe(true);
    expect(one.materials.filter((material) => !(material in MATERIALS))).toEqual([]);
    expect([...one.options, ...(one.wide ?? [])].filter((set) => !(set in OPTION_SETS))).toEqual([]);
    expect(one.limits.filter((limit) => !['battery', 'liquid', 'blade', 'bulky', 'plant'].includes(limit))).toEqual([]);
    expect([one.styles, one.extras, one.points, one.tags, ...one.facts, [one.noun, one.pitch]].every(areTexts)).toBe(
      true,
    );
    expect(one.facts.every((fact) => fact.length === 2)).toBe(true);
  });
});
