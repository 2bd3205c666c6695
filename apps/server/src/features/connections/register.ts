import { contracts, DONE } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { Scope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { getActor, route } from '../../http/route.ts';
import { publish } from '../../live/publish.ts';
import { beginConnect } from './actions/begin-connect.ts';
import { connectSupplier, removeSupplier } from './actions/connect-supplier.ts';
import { finishInBrowser } from './actions/finish-connect.ts';
import { linkStore } from './actions/link-store.ts';
import { openStore } from './actions/open-store.ts';
import { ensureBuiltInSuppliers } from './actions/open-supplier.ts';
import { reconnectStore } from './actions/reconnect-store.ts';
import { askStores } from './actions/refresh-facts.ts';
import { namedStore, uninstallStore } from './actions/uninstall-store.ts';
import { connectionAnswer, problemAnswer, storeAnswer } from './answers.ts';
import { pollStoreJob } from './jobs/connections.ts';
import { connectionJobs } from './jobs/handlers.ts';
import type { ConnectionListeners } from './listeners.ts';
import { listConnectablePlatforms, listConnectableSuppliers } from './queries/connectable.ts';
import { storeHealth } from './queries/health.ts';
import { getPublications } from './queries/publications.ts';
import { listWebhookActivity } from './queries/webhook-activity.ts';
import { findStore, listStores, settleDefault } from './store-repo.ts';
import { listConnections } from './supplier-repo.ts';
import { registerWebhooks } from './webhook-routes.ts';

/** Stores and suppliers: connecting, credentials, webhooks and polling. */
export function register(deps: Deps, listeners: ConnectionListeners): Feature {
  const calls = contracts.connections;
  const store = async (scope: Scope, storeId: string, locale: string) => {
    const row = await deps.db.read(scope, (ex) => findStore(ex, scope.workplaceId ?? '', storeId));
    if (!row) throw notFound('STORE_NOT_FOUND');
    return storeAnswer(row, locale);
  };
  const stores = async (scope: Scope, locale: string, withUninstalled = false) => ({
    items: (await deps.db.read(scope, (ex) => listStores(ex, scope.workplaceId ?? '', withUninstalled))).map((row) =>
      storeAnswer(row, locale),
    ),
  });

  return {
    jobs: connectionJobs(deps, listeners),
    routes(app) {
      route(app, calls.link, async ({ params, body }, who, reply) => {
        const storeId = await linkStore(deps, who.scope, { platform: params.platform, ...body });
        reply.message('STORE_CONNECTED');
        return store(who.scope, storeId, who.locale);
      });
      route(app, calls.install, ({ params, body }, who) => beginConnect(deps, who, params.platform, body.shop));
      route(app, calls.shopifyInstallUrl, ({ query }, who) => beginConnect(deps, who, 'shopify', query.shop));

      route(app, calls.callback, async ({ params, query }, who) => {
        const { attempt, answer } = await finishInBrowser(deps, who, params.platform, query);
        const scope = { accountId: attempt.account_id, workplaceId: attempt.workplace_id };
        return {
          state: answer.state,
          shop: attempt.shop ?? attempt.base_url,
          store: answer.state === 'connected' ? await store(scope, answer.storeId, who.locale) : null,
          problem: answer.state === 'refused' ? problemAnswer(who.locale, answer) : null,
        };
      });

      route(app, calls.uninstall, async ({ params, body }, who, reply) => {
        const { store_id } = await namedStore(deps, who.scope, params.platform, body.shop);
        await uninstallStore(deps, who.scope, store_id);
        reply.message('STORE_REMOVED');
        return DONE;
      });

      route(app, calls.stores, ({ query }, who) => stores(who.scope, who.locale, query.include_uninstalled));

      route(app, calls.setDefaultStore, async ({ body }, who) => {
        await deps.db.tenant(who.scope, async (tx) => {
          const chosen = await findStore(tx, who.workplaceId, body.store_id);
          if (!chosen || chosen.status === 'uninstalled') throw notFound('STORE_NOT_FOUND');
          await settleDefault(tx, who.workplaceId, body.store_id);
          await publish(tx, who.workplaceId, 'stores', [body.store_id]);
        });
        return stores(who.scope, who.locale);
      });

      route(app, calls.refreshCurrency, async (_input, who, reply) => {
        const asked = await askStores(deps, who.scope, { keep: true });
        const changed = asked.filter((one) => one.changed).map((one) => one.storeId);
        reply.message(changed.length > 0 ? 'CURRENCIES_CHANGED' : 'CURRENCIES_SAME');
        return { ...(await stores(who.scope, who.locale)), changed };
      });

      route(app, calls.verify, async ({ query }, who) => {
        const asked = await askStores(deps, who.scope, {
          storeId: query.store_id,
          keep: false,
          asker: getActor(who, calls.verify),
        });
        const { items } = await stores(who.scope, who.locale);
        return {
          items: items.flatMap((store) => {
            const found = asked.find((one) => one.storeId === store.id);
            return found ? [{ store, answered: found.answered }] : [];
          }),
        };
      });

      route(app, calls.unlink, async ({ body }, who, reply) => {
        await uninstallStore(deps, who.scope, body.store_id);
        reply.message('STORE_REMOVED');
        return DONE;
      });

      route(app, calls.publications, async ({ query }, who) => {
        if (!who.storeId) throw new AppError('CURRENT_SHOP_ID_INVALID', 'STORE_HEADER_NEEDED');
        const fresh = query.clear_cache || query.update_external_channels || false;
        return { publications: await getPublications(deps, who.scope, who.storeId, fresh) };
      });

      route(app, calls.platforms, async ({ query }, who) => ({
        items: listConnectablePlatforms(deps, who.locale, query.shop),
        app_url: deps.config.appUrl ?? null,
      }));

      route(app, calls.reconnect, async ({ params, body }, who, reply) => {
        await reconnectStore(deps, who.scope, params.store_id, body.credentials);
        reply.message('STORE_CONNECTED');
        return store(who.scope, params.store_id, who.locale);
      });

      route(app, calls.health, ({ params, query }, who) =>
        storeHealth(deps, who.scope, params.store_id, query.check, who.locale, getActor(who, calls.health)),
      );

      route(app, calls.reports, async (_input, who) => ({
        items: await deps.db.read(who.scope, (ex) => listWebhookActivity(ex, who.workplaceId)),
      }));

      route(app, calls.syncStore, async ({ params }, who) => {
        const open = await openStore(deps, who.scope, params.store_id);
        await deps.db.tenant(who.scope, (tx) =>
          deps.queue.send(tx, pollStoreJob, {
            accountId: who.scope.accountId,
            workplaceId: who.workplaceId,
            storeId: open.store.store_id,
          }),
        );
        return DONE;
      });

      route(app, calls.suppliers, async (_input, who) => {
        const items = await deps.db.tenant(who.scope, async (tx) => {
          for (const mode of ['live', 'sandbox'] as const) await ensureBuiltInSuppliers(deps, tx, who.scope, mode);
          return listConnections(tx, who.workplaceId);
        });
        return {
          items: items.map((row) => connectionAnswer(row, who.locale)),
          offers: listConnectableSuppliers(deps, who.locale),
        };
      });

      route(app, calls.connectSupplier, async ({ body }, who, reply) => {
        const connection = await connectSupplier(deps, who.scope, body);
        reply.message('SUPPLIER_CONNECTED');
        return connectionAnswer(connection, who.locale);
      });

      route(app, calls.removeSupplier, async ({ params }, who, reply) => {
        await removeSupplier(deps, who.scope, params.connection_id);
        reply.message('SUPPLIER_REMOVED');
        return DONE;
      });

      registerWebhooks(app, deps);
    },
  };
}
