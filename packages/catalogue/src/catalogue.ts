import type { ObjectSpec } from './object-spec.ts';
import { OBJECTS } from './objects.ts';
import { makeProduct } from './product/product.ts';
import type { CatalogueProduct } from './product/types.ts';
import { createRandom } from './random.ts';

interface Slot {
  spec: ObjectSpec;
  /** How many of its kind stand before it in the round. */
  nth: number;
}

const SEED = 20_260_114;
/** No more than this: model numbers would no longer read like a catalogue. */
const MOST = 1_000_000;

let round: Slot[] | undefined;
let cached: CatalogueProduct[] | undefined;
let byId: Map<string, CatalogueProduct> | undefined;

/** One round of the catalogue: every kind as often as its count says, well mixed. */
function slots(): Slot[] {
  if (round === undefined) {
    const kinds = OBJECTS.flatMap((spec) => Array.from({ length: spec.count }, () => spec));
    const seen = new Map<ObjectSpec, number>();
    round = createRandom(SEED)
      .sample(kinds, kinds.length)
      .map((spec) => {
        const nth = seen.get(spec) ?? 0;
        seen.set(spec, nth + 1);
        return { spec, nth };
      });
  }
  return round;
}

/** The first `n` products of an endless catalogue, made one by one: for benches. Throws RangeError above a million. */
export function* catalogueAt(n: number): Generator<CatalogueProduct, void, undefined> {
  if (!Number.isSafeInteger(n) || n < 0 || n > MOST) throw new RangeError(`expected 0 to ${MOST} products, got ${n}`);
  const all = slots();
  for (let index = 0; index < n; index += 1) {
    const slot = all[index % all.length];
    if (slot === undefined) return;
    yield makeProduct(slot.spec, index, slot.nth + Math.floor(index / all.length) * slot.spec.count);
  }
}

/** The demo catalogue, the same on every machine; made once per process. Callers must not change it. */
export function catalogue(): CatalogueProduct[] {
  cached ??= [...catalogueAt(slots().length)];
  return cached;
}

/** A product of the demo catalogue by its id, or undefined. */
export function catalogueProduct(id: string): CatalogueProduct | undefined {
  byId ??= new Map(catalogue().map((product) => [product.id, product]));
  return byId.get(id);
}
