import { type Call, ownNamespace } from './call.ts';
import { notImplemented, type UserErrorView, userError } from './errors.ts';
import { isMetafieldType } from './metafield-values.ts';
import type { DefinitionDoc, MetafieldDoc } from './model.ts';

/** The definitions that every shop begins with. */
const FIRST: readonly Omit<DefinitionDoc, 'id' | 'ownerType'>[] = [
  {
    namespace: 'custom',
    key: 'material',
    name: 'Material',
    description: 'What the product is made of.',
    type: 'single_line_text_field',
    validations: [{ name: 'choices', value: '["Ceramic","Cotton","Glass","Steel","Wood"]' }],
  },
  {
    namespace: 'custom',
    key: 'care',
    name: 'Care instructions',
    description: '',
    type: 'multi_line_text_field',
    validations: [{ name: 'max', value: '300' }],
  },
  {
    namespace: 'custom',
    key: 'warranty',
    name: 'Warranty',
    description: 'In months.',
    type: 'number_integer',
    validations: [
      { name: 'min', value: '0' },
      { name: 'max', value: '120' },
    ],
  },
  { namespace: 'custom', key: 'handmade', name: 'Handmade', description: '', type: 'boolean', validations: [] },
  { namespace: 'custom', key: 'capacity', name: 'Capacity', description: '', type: 'volume', validations: [] },
  {
    namespace: 'custom',
    key: 'uses',
    name: 'Uses',
    description: '',
    type: 'list.single_line_text_field',
    validations: [{ name: 'list.max', value: '4' }],
  },
  {
    namespace: 'custom',
    key: 'pairs',
    name: 'Goes with',
    description: '',
    type: 'list.product_reference',
    validations: [],
  },
  {
    namespace: 'app--90001--reviews',
    key: 'score',
    name: 'Review score',
    description: '',
    type: 'number_decimal',
    validations: [],
    access: 'PUBLIC_READ',
  },
];

export const placeOf = ({
  ownerType,
  namespace,
  key,
}: Pick<DefinitionDoc, 'ownerType' | 'namespace' | 'key'>): string => `${ownerType} ${namespace}.${key}`;

function keep(call: Call, definition: Omit<DefinitionDoc, 'id'>): DefinitionDoc {
  const { seed, store } = call;
  const made = { ...definition, id: store.next() };
  store.save(seed.shop, 'definition', made);
  store.setKey(seed.shop, 'definition', placeOf(made), made.id);
  store.setKey(seed.shop, 'definition', `${placeOf(made)} ${made.type}`, made.id);
  return made;
}

function begin({ seed, store, ...call }: Call): void {
  if (store.byKey(seed.shop, 'definitions', 'begun') !== undefined) return;
  store.setKey(seed.shop, 'definitions', 'begun', 1);
  for (const one of FIRST) keep({ ...call, seed, store }, { ...one, ownerType: 'PRODUCT' });
}

export function listDefinitions(call: Call): DefinitionDoc[] {
  begin(call);
  return call.store.list(call.seed.shop, 'definition', { by: 'id', limit: 10_000, hidden: call.hidden });
}

/** The definition of a product's metafield. */
export function definitionOf(call: Call, { namespace, key }: Pick<MetafieldDoc, 'namespace' | 'key'>) {
  begin(call);
  const id = call.store.byKey(call.seed.shop, 'definition', placeOf({ ownerType: 'PRODUCT', namespace, key }));
  return id === undefined ? undefined : call.store.get(call.seed.shop, 'definition', id);
}

export interface DefinitionSet {
  name: string;
  namespace?: string | null;
  key: string;
  ownerType: string;
  type: string;
  description?: string | null;
  validations?: { name: string; value: string }[] | null;
}

/** Defines a metafield. Of a type there is one definition per owner, namespace and key. */
export function defineMetafield(
  call: Call,
  input: DefinitionSet,
): { made: DefinitionDoc } | { errors: UserErrorView[] } {
  if (input.ownerType !== 'PRODUCT') throw notImplemented(`metafield definitions of ${input.ownerType}`);
  begin(call);
  const namespace = input.namespace ?? ownNamespace(call.clientId);
  const { key, name, ownerType, type, description, validations } = input;
  if (!/^[\w-]{2,64}$/.test(key)) return { errors: [userError('Key is invalid', ['definition', 'key'], 'INVALID')] };
  if (!isMetafieldType(type))
    return { errors: [userError('Type name is not valid', ['definition', 'type'], 'INCLUSION')] };
  const made = {
    ownerType,
    namespace,
    key,
    type,
    name,
    description: description ?? '',
    validations: validations ?? [],
  };
  if (call.store.byKey(call.seed.shop, 'definition', placeOf(made)) !== undefined)
    return { errors: [userError('Key is in use for Product metafields', ['definition', 'key'], 'TAKEN')] };
  return { made: keep(call, made) };
}
