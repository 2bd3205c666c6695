import { categoryPath } from '../categories.ts';
import type { ObjectSpec } from '../object-spec.ts';
import { createRandom } from '../random.ts';
import { getChoices } from './choices.ts';
import { descriptionHtml, specifications } from './description.ts';
import { getImagery } from './images.ts';
import { madeIn } from './origin.ts';
import { destinations, freeShippingTo } from './shipping.ts';
import { storeName } from './stores.ts';
import { naming } from './title.ts';
import type { CatalogueProduct } from './types.ts';
import { getOptions, getVariants } from './variants.ts';

const LEAST_COST = 60;

/** The catalogue's product number `index` (from 0): the `nth` product of its kind. The same arguments, the same product. */
export function makeProduct(spec: ObjectSpec, index: number, nth: number): CatalogueProduct {
  const random = createRandom(Math.imul(index + 1, 0x9e3779b1));
  const id = `QS-${100001 + index}`;
  const name = naming(spec, nth, random);
  const choices = getChoices(spec, nth, random);
  const imagery = getImagery(spec, choices, random);
  const base = {
    productId: id,
    costMinor: Math.max(LEAST_COST, random.int(spec.cost[0], spec.cost[1])),
    weightGrams: random.int(spec.grams[0], spec.grams[1]),
  };
  const variants = getVariants(choices, imagery, base, random);
  const path = categoryPath(spec.category);
  const orderVolume = Math.floor(random.next() ** 3 * 18_000) + random.int(3, 90);
  const product = {
    id,
    title: name.title,
    descriptionHtml: descriptionHtml(spec, name, random),
    categoryId: spec.category,
    categoryPath: path,
    tags: [...new Set([...spec.tags, name.style.toLowerCase(), spec.noun.toLowerCase()])],
    options: getOptions(choices, imagery),
    variants,
    rspMinor: variants[0]?.rspMinor ?? 0,
    imageKeys: imagery.gallery,
    rating: Math.round((3.9 + 1.04 * Math.sqrt(random.next())) * 10) / 10,
    reviewsCount: Math.floor(orderVolume * (0.04 + random.next() * 0.16)),
    orderVolume,
    specifications: specifications(spec, name, variants, id),
    ...destinations(spec.limits, random),
    storeName: storeName(path[0] ?? '', random),
    limits: [...spec.limits],
  };
  return { ...product, madeIn: madeIn(product), freeShippingTo: freeShippingTo(product) };
}
