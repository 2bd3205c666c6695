import i18next from 'i18next';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';

const LOOK_MS = 1_000;
/** After these the tray alone shows the task. */
const MOST_LOOKS = 60;

const readItems = async (processId: string) =>
  (await api('GET /orders/v5/sync-status', { query: { process_id: processId }, quiet: true })).items;

/** Says how the sync of an order ended: up to date, canceled by the supplier, or each supplier's error. */
async function sayOutcome(name: string, processId: string): Promise<void> {
  let items = await readItems(processId);
  for (let look = 0; items.some((one) => one.status === 'processing'); look += 1) {
    if (look === MOST_LOOKS) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    items = await readItems(processId);
  }
  // Several supplier orders often fail for the same reason.
  const errors = new Set(items.flatMap((one) => (one.status === 'error' ? [one.error_message ?? ''] : [])));
  for (const text of errors) toast('error', text || i18next.t('orderDecisions:sync.failed', { name }));
  const cancelled = items.filter((one) => one.status === 'success' && one.cancelled);
  for (const { source_no: number } of cancelled)
    toast(
      'warning',
      number
        ? i18next.t('orderDecisions:sync.cancelled', { number })
        : i18next.t('orderDecisions:sync.cancelledOrder', { name }),
    );
  if (errors.size === 0 && cancelled.length === 0) toast('success', i18next.t('orderDecisions:sync.done', { name }));
}

/**
 * Reads an order's supplier orders at their suppliers; a toast tells that it begins, and another how it ended (document
 * 3, section 4). Returns once it has begun.
 */
export async function syncSupplierOrders({ id, name }: { id: string; name: string }): Promise<void> {
  const { failed, process_id: processId } = await api('POST /orders/v4/sync-status', { body: { order_ids: [id] } });
  const refused = Object.values(failed)[0];
  if (refused || !processId) return toast('error', refused?.text ?? i18next.t('orderDecisions:sync.failed', { name }));
  toast('info', i18next.t('orderDecisions:sync.begun', { name }));
  // The tray keeps the task if its outcome can't be read.
  sayOutcome(name, processId).catch(() => undefined);
}
