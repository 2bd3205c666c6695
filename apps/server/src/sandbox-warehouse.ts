import { callbackSettings } from '@quayside/sandbox';
import { type Deps, getHttp } from './deps.ts';
import { ensureInstallation, stockWarehouseJob, WAREHOUSE_PREFIX } from './features/warehouse/index.ts';

/** How often a process offers its URL again, because the one in use may have stopped. */
const OFFER_EVERY_MS = 5_000;

/**
 * Connects the sandbox with our own warehouse: offers its gateway the URL of a web process, gives its robot a staff key
 * and this installation a customer key, and enqueues a job that fills the shelves. Returns a function that ends the
 * offers.
 */
export async function openSandboxWarehouse(
  deps: Deps,
  sandboxUrl: string,
  url: string,
  keys: { customer: string; staff: string },
): Promise<() => void> {
  await ensureInstallation(deps.db, { name: 'This installation', mode: 'sandbox', role: 'client', key: keys.customer });
  await ensureInstallation(deps.db, { name: 'Sandbox staff', mode: 'sandbox', role: 'staff', key: keys.staff });
  const offer = () =>
    getHttp(deps, 'sandbox', 'sandbox').send({
      method: 'POST',
      url: `${sandboxUrl}/control/offer`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...callbackSettings(url),
        'quayside.target': `${url}${WAREHOUSE_PREFIX}`,
        'quayside.staff_key': keys.staff,
      }),
      effect: true,
      timeoutMs: 5_000,
    });
  // A worker has no port.
  if (deps.config.roles.web) await offer();
  await deps.db.global((tx) => deps.queue.send(tx, stockWarehouseJob, {}));
  if (!deps.config.roles.web) return () => undefined;
  const timer = setInterval(() => void offer().catch(() => undefined), OFFER_EVERY_MS).unref();
  return () => clearInterval(timer);
}
