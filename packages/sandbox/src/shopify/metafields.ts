import { type Call, ownNamespace } from './call.ts';
import { notImplemented, type UserErrorView, userError } from './errors.ts';
import type { DefinitionDoc } from './model.ts';

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
