import type { View } from './connection.ts';
import { gid } from './gid.ts';
import type { DefinitionDoc } from './model.ts';

export const definitionView = (one: DefinitionDoc): View => ({
  __typename: 'MetafieldDefinition',
  id: gid('MetafieldDefinition', one.id),
  name: one.name,
  namespace: one.namespace,
  key: one.key,
  ownerType: one.ownerType,
  description: one.description || null,
  type: { name: one.type, category: one.type.toUpperCase() },
  validations: (one.validations ?? []).map((rule) => ({ ...rule, type: one.type })),
  access: { admin: one.access ?? 'PUBLIC_READ_WRITE', storefront: 'PUBLIC_READ', customerAccount: 'NONE' },
  pinnedPosition: null,
});
