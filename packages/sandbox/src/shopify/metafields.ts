import { type Call, ownNamespace } from './call.ts';
import { notImplemented, type UserErrorView, userError } from './errors.ts';
import { idOf } from './gid.ts';
import type { DefinitionDoc } from './model.ts';
import { getMetafields, saveProduct } from './product-set.ts';

export interface DefinitionSet {
  name: string;
  namespace?: string | null;
  key: string;
  ownerType: string;
  type: string;
}

/** Defines a metafield. Of a type there is one definition per owner, namespace and key. */
export function defineMetafield(
  call: Call,
  input: DefinitionSet,
): { made: DefinitionDoc } | { errors: UserErrorView[] } {
  const { seed, store } = call;
  if (input.ownerType !== 'PRODUCT') throw notImplemented(`metafield definitions of ${input.ownerType}`);
  const namespace = input.namespace ?? ownNamespace(call.clientId);
  const { key, name, ownerType, type } = input;
  if (!/^[\w-]{2,64}$/.test(key)) return { errors: [userError('Key is invalid', ['definition', 'key'], 'INVALID')] };
  const place = `${ownerType} ${namespace}.${key}`;
  if (store.byKey(seed.shop, 'definition', place) !== undefined) {
    return { errors: [userError('Key is in use for Product metafields', ['definition', 'key'], 'TAKEN')] };
  }
  const made: DefinitionDoc = { id: store.next(), ownerType, namespace, key, type, name };
  store.save(seed.shop, 'definition', made);
  store.setKey(seed.shop, 'definition', place, made.id);
  store.setKey(seed.shop, 'definition', `${place} ${type}`, made.id);
  return { made };
}

export interface MetafieldSet {
  ownerId: string;
  namespace?: string | null;
  key: string;
  type?: string | null;
  value: string;
}

const MOST_METAFIELDS = 25;

/** Sets metafields of products; those that are not named stay. */
export function setMetafields(call: Call, inputs: MetafieldSet[]): UserErrorView[] {
  if (inputs.length > MOST_METAFIELDS)
    return [userError('Exceeded the maximum metafields input limit of 25', ['metafields'], 'LESS_THAN_OR_EQUAL_TO')];
  for (const [at, { ownerId, ...field }] of inputs.entries()) {
    const id = idOf('Product', ownerId);
    if (id === undefined) throw notImplemented(`metafields of ${ownerId}`);
    const product = call.store.get(call.seed.shop, 'product', id);
    if (!product) return [userError('Owner does not exist', ['metafields', String(at), 'ownerId'], 'INVALID')];
    const [made] = getMetafields(call, [field], product.metafields);
    if (!made) continue;
    product.metafields = [...product.metafields.filter((one) => one.id !== made.id), made];
    saveProduct(call, product);
  }
  return [];
}
