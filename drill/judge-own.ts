import { keyOf, type StoreOrder, type SupplierRecord } from './books.ts';
import { bySku } from './judge.ts';
import type { OwnOrder, OwnPurchase, ProviderPayment } from './own-books.ts';
import type { Purchase } from './shop-world.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** What the supplier's payments and refunds say that our payment state must be. */
function payStateOf({ payments, refunds }: SupplierRecord): string {
  if (payments.length === 0) return 'unpaid';
  return sum(refunds) === sum(payments) ? 'refunded' : 'paid';
}

function judgePurchase(who: string, own: OwnPurchase, theirs: SupplierRecord | undefined): string[] {
  const name = `${who}: our ${own.supplier} order ${own.remoteId}`;
  if (!theirs) {
    const isNothing = own.remoteId === null && ['failed', 'cancelled'].includes(own.state);
    return isNothing ? [] : [`${name} (${own.state}) is not in the supplier's books`];
  }
  const faults: string[] = [];
  const state = theirs.cancelled ? 'cancelled' : 'placed';
  if (own.state !== state) faults.push(`${name} is ${own.state}, at the supplier ${state}`);
  const payState = payStateOf(theirs);
  // A payment that was refused stays refused when its order is cancelled.
  const isRefused = own.payState === 'failed' && theirs.cancelled && payState === 'unpaid';
  if (own.payState !== payState && !isRefused)
    faults.push(`${name} counts as ${own.payState}, at the supplier as ${payState}`);
  if (theirs.payments.length > 0 && own.paid !== theirs.payments[0])
    faults.push(`${name}: ours ${own.paid} paid, theirs ${theirs.payments[0]}`);
  if (own.refunded !== sum(theirs.refunds))
    faults.push(`${name}: ours ${own.refunded} refunded, theirs ${sum(theirs.refunds)}`);
  if (own.pending !== 0) faults.push(`${name}: ${own.pending} is still expected back`);
  return faults;
}

/** How an order of each kind must have ended in our own books. */
function judgeEnd(who: string, fate: Purchase['fate'], own: OwnOrder): string[] {
  const is = [own.placement, own.payment, own.fulfillment].join(', ');
  if (fate === undefined) return is === 'placed, paid, fulfilled' ? [] : [`${who} ended as ${is}`];
  if (fate === 'cancelled' || fate === 'stopped')
    return own.isCancelled ? [] : [`${who} was cancelled in the store, with us it is ${is}`];
  return own.placement === 'needs_attention' ? [] : [`${who} was ${fate} by the supplier and ended as ${is}`];
}

function judgeOrder(
  purchase: Purchase,
  who: string,
  own: OwnOrder,
  store: StoreOrder | undefined,
  records: ReadonlyMap<string, SupplierRecord>,
): string[] {
  const faults = judgeEnd(who, purchase.fate, own);
  const ours = bySku(own.lines);
  const theirs = bySku(store?.lines ?? []);
  if (ours !== theirs) faults.push(`${who}: ours has ${ours}, the store's ${theirs}`);
  for (const one of own.purchases) faults.push(...judgePurchase(who, one, records.get(one.remoteId ?? '')));
  const left = own.purchases.flatMap((one) => records.get(one.remoteId ?? '')?.parcels ?? []);
  const known = own.parcels.map((parcel) => parcel.number);
  if (left.toSorted().join() !== known.toSorted().join())
    faults.push(`${who}: parcels ${left.join()} left, we know of ${known.join()}`);
  for (const { number, report } of own.parcels)
    if (report !== 'sent') faults.push(`${who}: the report of ${number} ended as ${report}`);
  return faults;
}

/** Our own books against the stores' and the suppliers', order by order and in both directions. Empty: all is well. */
export function judgeOwnBooks(
  bought: readonly Purchase[],
  stores: ReadonlyMap<string, StoreOrder>,
  suppliers: readonly SupplierRecord[],
  own: readonly OwnOrder[],
): string[] {
  const records = new Map(suppliers.map((one) => [one.id, one]));
  const byKey = Map.groupBy(own, (order) => order.key);
  const faults = bought.flatMap((purchase, shopper) => {
    const who = `shopper ${shopper} (${keyOf(purchase)})`;
    const [order, ...more] = byKey.get(keyOf(purchase)) ?? [];
    if (!order) return [`${who} is not in our books`];
    const twice = more.length > 0 ? [`${who} is ${more.length + 1} times in our books`] : [];
    return [...twice, ...judgeOrder(purchase, who, order, stores.get(keyOf(purchase)), records)];
  });
  const keys = new Set(bought.map(keyOf));
  for (const { key } of own) if (!keys.has(key)) faults.push(`our order ${key} was bought by nobody`);
  const known = new Set(own.flatMap((order) => order.purchases.map((one) => one.remoteId)));
  for (const { supplier, id } of suppliers)
    if (!known.has(id)) faults.push(`${supplier} has the order ${id}, which is not in our books`);
  return faults;
}

/** Every payment of a top-up is in our books and in the provider's, once and with the same amount. */
export function judgeTopups(ours: readonly ProviderPayment[], theirs: readonly ProviderPayment[]): string[] {
  const text = ({ session, amount }: ProviderPayment): string => `${session}: ${amount}`;
  const inOurs = ours.map(text);
  const inTheirs = theirs.map(text);
  return [
    ...inOurs
      .filter((one, at) => !inTheirs.includes(one) || inOurs.indexOf(one) !== at)
      .map((one) => `our top-up ${one}`),
    ...inTheirs
      .filter((one, at) => !inOurs.includes(one) || inTheirs.indexOf(one) !== at)
      .map((one) => `the provider's payment ${one}`),
  ].map((one) => `${one} is not in both books once`);
}
