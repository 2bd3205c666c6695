import type { Random } from '../random.ts';
import type { Choice, Choices } from './choices.ts';
import type { Imagery } from './images.ts';
import { markup, retailPrice } from './pricing.ts';
import type { CatalogueOption, CatalogueVariant } from './types.ts';

export interface Base {
  productId: string;
  /** Cost of the plainest variant, US cents. */
  costMinor: number;
  weightGrams: number;
}

function combinations(options: Choices['options']): Choice[][] {
  return options.reduce<Choice[][]>(
    (rows, { choices }) => rows.flatMap((row) => choices.map((one) => [...row, one])),
    [[]],
  );
}

function stockOf(random: Random): number {
  if (random.chance(0.03)) return 0;
  return random.chance(0.08) ? random.int(1, 15) : random.int(40, 2600);
}

export function getOptions({ options }: Choices, imagery: Imagery): CatalogueOption[] {
  return options.map(({ name, choices }) => ({
    name,
    values: choices.map((choice) =>
      choice.look === undefined && choice.pieces === undefined
        ? { value: choice.value }
        : { value: choice.value, imageKey: imagery.keyFor([choice]) },
    ),
  }));
}

/** Every combination of the choices, the plainest first. */
export function getVariants({ options }: Choices, imagery: Imagery, base: Base, random: Random): CatalogueVariant[] {
  const times = markup(base.costMinor, random);
  const cents = random.chance(0.7) ? 99 : 95;
  return combinations(options).map((choices, i) => {
    let [cost, weight] = [base.costMinor, base.weightGrams];
    for (const choice of choices) {
      cost *= choice.cost;
      weight *= choice.weight;
    }
    const costMinor = Math.round(cost);
    const number = String(i + 1).padStart(2, '0');
    return {
      id: `${base.productId}-${number}`,
      sku: `${base.productId.replace('-', '')}-${number}`,
      optionValues: choices.map(({ value }) => value),
      costMinor,
      rspMinor: retailPrice(costMinor, times, cents),
      weightGrams: Math.max(1, Math.round(weight)),
      stock: stockOf(random),
      imageKey: imagery.keyFor(choices),
    };
  });
}
