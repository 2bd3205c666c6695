import type { Call } from './call.ts';
import type { View } from './connection.ts';
import { gid } from './gid.ts';
import type { OperationDoc, WebhookDoc } from './model.ts';
import { productView } from './product-view.ts';
import { API_VERSION } from './seed.ts';

export const webhookView = (hook: WebhookDoc): View => ({
  __typename: 'WebhookSubscription',
  id: gid('WebhookSubscription', hook.id),
  legacyResourceId: String(hook.id),
  topic: hook.topic,
  uri: hook.uri,
  format: hook.format,
  filter: hook.filter,
  includeFields: hook.includeFields,
  metafieldNamespaces: [],
  createdAt: hook.createdAt,
  updatedAt: hook.createdAt,
  apiVersion: { handle: API_VERSION, displayName: API_VERSION, supported: true },
});

export function operationView(call: Call, operation: OperationDoc): View {
  const product = () =>
    operation.productId === null ? undefined : call.store.get(call.seed.shop, 'product', operation.productId);
  return {
    __typename: 'ProductSetOperation',
    id: gid('ProductSetOperation', operation.id),
    status: operation.status,
    userErrors: operation.userErrors,
    product: () => {
      const doc = product();
      return doc ? productView(call, doc) : null;
    },
  };
}
