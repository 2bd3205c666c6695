import type { ManualOrder } from '@quayside/contracts/extension-messages.ts';
import type { Browser } from '../browser-port.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { type SavedOrder, STORAGE_KEYS } from '../storage.ts';

const DAY = 24 * 60 * 60 * 1_000;
/** A shopper's address is forgotten after so long; most orders are put away by a click long before. */
const KEPT_MS = 30 * DAY;
const MOST_ORDERS = 50;
/** More tabs at once are no help; the extension's window lists every page. */
export const MOST_TABS = 10;

const fresh = (orders: readonly SavedOrder[], now: number): SavedOrder[] =>
  orders.filter(({ openedAt }) => now - openedAt < KEPT_MS);

/** The orders at hand, the last opened first; those that are too old are forgotten on the way. */
export const savedOrders = (browser: Browser): Promise<SavedOrder[]> =>
  oneAtATime(async () => {
    const all = await STORAGE_KEYS.orders.read(browser);
    const left = fresh(all, browser.now());
    if (left.length < all.length) await STORAGE_KEYS.orders.write(browser, left);
    return left;
  });

/** Puts an order away: it was bought, or will not be. */
export const dismissOrder = (browser: Browser, orderId: string): Promise<void> =>
  oneAtATime(async () => {
    const all = await STORAGE_KEYS.orders.read(browser);
    await STORAGE_KEYS.orders.write(
      browser,
      all.filter(({ order }) => order.order_id !== orderId),
    );
  });

/** Keeps an order at hand; answers when it was opened before. */
const keep = (browser: Browser, order: ManualOrder): Promise<number | undefined> =>
  oneAtATime(async () => {
    const all = fresh(await STORAGE_KEYS.orders.read(browser), browser.now());
    const others = all.filter((one) => one.order.order_id !== order.order_id);
    await STORAGE_KEYS.orders.write(browser, [{ order, openedAt: browser.now() }, ...others].slice(0, MOST_ORDERS));
    return all.find((one) => one.order.order_id === order.order_id)?.openedAt;
  });

/** When an order was opened here, without opening it again. */
const openedBefore = async (browser: Browser, order: ManualOrder): Promise<number | undefined> =>
  (await savedOrders(browser)).find((one) => one.order.order_id === order.order_id)?.openedAt;

async function openPages(browser: Browser, order: ManualOrder): Promise<number> {
  const addresses = [...new Set(order.lines.flatMap(({ address }) => address ?? []))].slice(0, MOST_TABS);
  const opened = await Promise.allSettled(
    addresses.map((address, index) => browser.openTab(address, { shown: index === 0 })),
  );
  return opened.filter(({ status }) => status === 'fulfilled').length;
}

/** Row C321: keeps the order at hand and opens the pages where it is bought, each once. Nothing is bought. */
export async function fulfilOrder(
  browser: Browser,
  { order, look = false }: { order: ManualOrder; look?: boolean | undefined },
): Promise<{ opened: number; before: string | null }> {
  const before = await (look ? openedBefore : keep)(browser, order);
  return {
    opened: look ? 0 : await openPages(browser, order),
    before: before === undefined ? null : new Date(before).toISOString(),
  };
}
