import { callbackSettings } from '@quayside/sandbox';
import { type Deps, getHttp } from './deps.ts';
import { ensureInstallation, stockWarehouseJob, WAREHOUSE_PREFIX } from './features/warehouse/index.ts';

/**
 * Connects the sandbox with our own warehouse: gives its gateway the URL, its robot a staff key and this installation a
 * customer key, and enqueues a job that fills the shelves.
 */
export async function openSandboxWarehouse(
  deps: Deps,
  sandboxUrl: string,
  url: string,
  keys: { customer: string; staff: string },
): Promise<void> {
  await ensureInstallation(deps.db, { name: 'This installation', mode: 'sandbox', role: 'client', key: keys.customer });
  await ensureInstallation(deps.db, { name: 'Sandbox staff', mode: 'sandbox', role: 'staff', key: keys.staff });
  await getHttp(deps, 'sandbox', 'sandbox').send({
    method: 'POST',
    url: `${sandboxUrl}/control/settings`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...callbackSettings(url),
      'quayside.target': `${url}${WAREHOUSE_PREFIX}`,
      'quayside.staff_key': keys.staff,
    }),
    effect: true,
    timeoutMs: 5_000,
  });
  await deps.db.global((tx) => deps.queue.send(tx, stockWarehouseJob, {}));
}
