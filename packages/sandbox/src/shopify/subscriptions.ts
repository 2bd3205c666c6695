import type { Call } from './call.ts';
import { notImplemented, type UserErrorView, userError } from './errors.ts';
import type { WebhookDoc } from './model.ts';
import { SENT_TOPICS } from './webhook-sender.ts';

export interface WebhookSet {
  uri?: string | null;
  format?: string | null;
  filter?: string | null;
  includeFields?: string[] | null;
  metafieldNamespaces?: string[] | null;
  name?: string | null;
}

const refuse = (message: string, field: string[]) => ({ errors: [userError(message, field)] });

/**
 * Subscribes an address to a topic. A real shop takes https addresses only; here plain http to the same machine is taken
 * as well, because the sandbox never leaves it.
 */
export function createWebhook(
  call: Call,
  topic: string,
  set: WebhookSet,
): { made: WebhookDoc } | { errors: UserErrorView[] } {
  const { clientId, seed, store } = call;
  if (!SENT_TOPICS.has(topic)) throw notImplemented(`webhooks of ${topic}`);
  if (set.filter || set.name || set.metafieldNamespaces?.length) throw notImplemented('filters or names of webhooks');
  const address = URL.parse(set.uri ?? '');
  const field = ['webhookSubscription', 'callbackUrl'];
  if (!address || !set.uri) return refuse('Address is invalid', field);
  const loopback = address.hostname === '127.0.0.1' || address.hostname === 'localhost';
  if (address.protocol !== 'https:' && !loopback) return refuse('Address protocol http:// is not supported', field);
  const key = `${clientId} ${topic} ${set.uri}`;
  const there = store.byKey(seed.shop, 'webhook', key);
  if (there !== undefined && store.get(seed.shop, 'webhook', there)) {
    return refuse('Address for this topic has already been taken', field);
  }
  const made: WebhookDoc = {
    id: store.next(),
    topic,
    uri: set.uri,
    format: set.format ?? 'JSON',
    includeFields: set.includeFields ?? [],
    filter: null,
    clientId,
    createdAt: store.now(),
  };
  store.save(seed.shop, 'webhook', made);
  store.setKey(seed.shop, 'webhook', key, made.id);
  return { made };
}

/** Ends a subscription of this app; its id, or undefined when there is none. */
export function deleteWebhook(call: Call, id: number | undefined): number | undefined {
  const { clientId, seed, store } = call;
  const hook = id === undefined ? undefined : store.get(seed.shop, 'webhook', id);
  if (!hook || hook.clientId !== clientId) return undefined;
  store.remove(seed.shop, 'webhook', hook.id);
  store.removeKey(seed.shop, 'webhook', `${clientId} ${hook.topic} ${hook.uri}`);
  return hook.id;
}
