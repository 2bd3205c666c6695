import { notFound } from '@quayside/kernel';
import { type Actor, getWorkplace, type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { askStore } from '../actions/ask-store.ts';
import { problemAnswer, storeAnswer } from '../answers.ts';
import { findEntry } from '../directory-repo.ts';
import { findStore } from '../store-repo.ts';

interface Webhooks {
  last_received_at: string | null;
  received_24h: number;
  refused_24h: number;
  failed_24h: number;
}

/** Health of a connection; with `check` the store is contacted now and the result saved. */
export async function storeHealth(
  deps: Deps,
  scope: Scope,
  storeId: string,
  check: boolean,
  locale: string,
  asker?: Actor,
) {
  const { workplaceId } = getWorkplace(scope);
  const read = () => deps.db.read(scope, (ex) => findStore(ex, workplaceId, storeId));
  const store = await read();
  if (!store) throw notFound('STORE_NOT_FOUND');
  let answered: boolean | undefined;
  if (check && store.status !== 'uninstalled' && store.moving !== 'carrying') {
    answered = (await askStore(deps, scope, store, asker)) !== undefined;
  }
  const now = (await read()) ?? store;
  const entry = await deps.db.global((tx) => findEntry(tx, storeId));
  const webhooks = await deps.db.read(scope, (ex) =>
    ex.first<Webhooks>(sql`select max(received_at) filter (where state <> 'refused') last_received_at,
        count(*) filter (where state <> 'refused') received_24h, coalesce(sum(times) filter (where state = 'refused'), 0)::bigint refused_24h,
        count(*) filter (where state = 'failed') failed_24h
      from webhook_delivery where workplace_id = ${workplaceId} and sender_id = ${storeId} and received_at > now() - interval '24 hours'`),
  );
  return {
    store: storeAnswer(now, locale),
    scopes: now.scopes,
    checked_at: deps.clock.now(),
    ...(answered === undefined ? {} : { answered }),
    problem: problemAnswer(locale, now.last_error),
    webhooks: webhooks ?? { last_received_at: null, received_24h: 0, refused_24h: 0, failed_24h: 0 },
    last_polled_at: now.last_polled_at,
    next_poll_at: entry?.active ? entry.next_poll_at : null,
  };
}
