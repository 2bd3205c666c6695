import { type Call, ownNamespace } from './call.ts';
import { definitionOf, placeOf } from './definitions.ts';
import { notImplemented, type UserErrorView, userError } from './errors.ts';
import { idOf } from './gid.ts';
import { checkValue, digestOf, isMetafieldType } from './metafield-values.ts';
import type { DefinitionDoc, MetafieldDoc } from './model.ts';
import { saveProduct } from './product-set.ts';

export interface DefinitionIdentifier {
  ownerType: string;
  namespace?: string | null;
  key: string;
}

/** Deletes a definition. Its metafields stay without one, or are deleted as well. */
export function deleteDefinition(
  call: Call,
  identifier: DefinitionIdentifier | null | undefined,
  withMetafields: boolean,
): { deleted: DefinitionDoc } | { errors: UserErrorView[] } {
  if (identifier?.ownerType !== 'PRODUCT')
    throw notImplemented('metafieldDefinitionDelete by anything but a product key');
  const { seed, store } = call;
  const namespace = identifier.namespace ?? ownNamespace(call.clientId);
  const found = definitionOf(call, { namespace, key: identifier.key });
  if (!found) return { errors: [userError('Definition not found', ['identifier'], 'NOT_FOUND')] };
  store.remove(seed.shop, 'definition', found.id);
  store.removeKey(seed.shop, 'definition', placeOf(found));
  store.removeKey(seed.shop, 'definition', `${placeOf(found)} ${found.type}`);
  if (withMetafields)
    for (const product of store.list(seed.shop, 'product', { by: 'id', limit: 100_000, hidden: true })) {
      const left = product.metafields.filter((one) => one.namespace !== namespace || one.key !== identifier.key);
      if (left.length < product.metafields.length) saveProduct(call, { ...product, metafields: left });
    }
  return { deleted: found };
}

export interface MetafieldSet {
  ownerId: string;
  namespace?: string | null;
  key: string;
  type?: string | null;
  value: string;
  /** null: the metafield must not exist; absent: it is overwritten. */
  compareDigest?: string | null;
}

export type MetafieldErrorView = UserErrorView & { elementIndex: number | null };
type SetMetafields = { metafields: { ownerId: number; field: MetafieldDoc }[] } | { errors: MetafieldErrorView[] };

const MOST_METAFIELDS = 25;
const isOther = (call: Call, namespace: string): boolean =>
  namespace.startsWith('app--') && namespace !== ownNamespace(call.clientId);

/** Why a metafield can't be set; undefined: it can, with this type and value. */
function judge(
  call: Call,
  input: MetafieldSet,
  there: MetafieldDoc | undefined,
): { type: string; value: string } | { message: string; at: string; code: string } {
  const namespace = input.namespace ?? ownNamespace(call.clientId);
  const definition = definitionOf(call, { namespace, key: input.key });
  if (isOther(call, namespace) || (definition?.access && definition.access !== 'PUBLIC_READ_WRITE'))
    return {
      message: 'Access to this namespace and key on Metafields for this resource type is not allowed.',
      at: 'namespace',
      code: 'APP_NOT_AUTHORIZED',
    };
  const type = input.type ?? definition?.type;
  if (!type) return { message: "Type can't be blank", at: 'type', code: 'BLANK' };
  if (!isMetafieldType(type)) return { message: 'Type is not a valid type', at: 'type', code: 'INCLUSION' };
  if (definition && type !== definition.type) {
    const message = `Type '${type}' must be consistent with the definition's type: '${definition.type}'.`;
    return { message, at: 'type', code: 'INVALID_TYPE' };
  }
  if (input.value === '') return { message: "Value can't be blank.", at: 'value', code: 'BLANK' };
  const checked = checkValue(definition ?? { type, validations: [] }, input.value);
  if ('error' in checked) return { message: checked.error, at: 'value', code: 'INVALID_VALUE' };
  if (input.compareDigest !== undefined && input.compareDigest !== (there ? digestOf(there) : null)) {
    const message =
      'The resource has been updated since it was loaded. Try again with an updated `compareDigest` value.';
    return { message, at: 'compareDigest', code: 'STALE_OBJECT' };
  }
  return { type, value: checked.value };
}

/** Sets metafields of products, all of them or none; those that are not named stay. */
export function setMetafields(call: Call, inputs: MetafieldSet[]): SetMetafields {
  if (inputs.length > MOST_METAFIELDS) {
    const message = 'Exceeded the maximum metafields input limit of 25.';
    return { errors: [{ ...userError(message, ['metafields'], 'LESS_THAN_OR_EQUAL_TO'), elementIndex: null }] };
  }
  const errors: MetafieldErrorView[] = [];
  const products = new Map(
    inputs.map(({ ownerId }) => {
      const id = idOf('Product', ownerId);
      if (id === undefined) throw notImplemented(`metafields of ${ownerId}`);
      return [id, call.store.get(call.seed.shop, 'product', id)];
    }),
  );
  const made: { ownerId: number; field: MetafieldDoc }[] = [];
  for (const [at, input] of inputs.entries()) {
    const ownerId = idOf('Product', input.ownerId) ?? 0;
    const product = products.get(ownerId);
    const refuse = (message: string, part: string, code: string) =>
      errors.push({ ...userError(message, ['metafields', String(at), part], code), elementIndex: at });
    if (!product) {
      refuse('Owner does not exist', 'ownerId', 'INVALID');
      continue;
    }
    const namespace = input.namespace ?? ownNamespace(call.clientId);
    const there = product.metafields.find((one) => one.namespace === namespace && one.key === input.key);
    const judged = judge(call, input, there);
    if ('message' in judged) {
      refuse(judged.message, judged.at, judged.code);
      continue;
    }
    const field = { id: there?.id ?? call.store.next(), namespace, key: input.key, ...judged };
    product.metafields = [...product.metafields.filter((one) => one.id !== field.id), field];
    made.push({ ownerId, field });
  }
  if (errors.length > 0) return { errors };
  for (const product of products.values()) if (product) saveProduct(call, product);
  return { metafields: made };
}

export interface MetafieldIdentifier {
  ownerId: string;
  namespace: string;
  key: string;
}

/** Deletes metafields; null for one that doesn't exist. */
export function deleteMetafields(
  call: Call,
  inputs: MetafieldIdentifier[],
): { deleted: (MetafieldIdentifier | null)[]; errors: UserErrorView[] } {
  for (const [at, { namespace }] of inputs.entries())
    if (isOther(call, namespace))
      return {
        deleted: [],
        errors: [userError('Access to this metafield is not allowed.', ['metafields', String(at), 'namespace'])],
      };
  const deleted = inputs.map((input) => {
    const { ownerId, namespace, key } = input;
    const id = idOf('Product', ownerId);
    if (id === undefined) throw notImplemented(`metafields of ${ownerId}`);
    const product = call.store.get(call.seed.shop, 'product', id);
    const left = product?.metafields.filter((one) => one.namespace !== namespace || one.key !== key);
    if (!product || !left || left.length === product.metafields.length) return null;
    saveProduct(call, { ...product, metafields: left });
    return input;
  });
  return { deleted, errors: [] };
}
