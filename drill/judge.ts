import { keyOf, type StoreOrder, type SupplierRecord } from './books.ts';
import type { Purchase } from './shop-world.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The pieces of some lines by SKU, as one text to compare. */
export const bySku = (lines: readonly { sku: string; quantity: number }[]): string => {
  const pieces = new Map<string, number>();
  for (const { sku, quantity } of lines) pieces.set(sku, (pieces.get(sku) ?? 0) + quantity);
  return [...pieces]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([sku, quantity]) => `${quantity} x ${sku}`)
    .join(', ');
};

/** What the suppliers' books say of one shopper's order, against what the store's book says that he bought. */
function judgePlacing(who: string, order: StoreOrder, records: readonly SupplierRecord[]): string[] {
  const faults: string[] = [];
  const wanted = bySku(order.lines);
  const had = bySku(records.filter((one) => !one.cancelled).flatMap((one) => one.lines));
  if (wanted !== had) faults.push(`${who} bought ${wanted}; suppliers have ${had || 'nothing'}`);
  for (const one of records) if (one.cancelled) faults.push(`${who}: ${one.supplier} cancelled ${one.id}`);
  const suppliers = records.map((one) => one.supplier);
  if (new Set(suppliers).size !== suppliers.length) faults.push(`${who}: a supplier has more than one order`);
  return faults;
}

function judgePaying(who: string, records: readonly SupplierRecord[]): string[] {
  return records.flatMap((one) => {
    if (one.payments.length !== 1) return [`${who}: ${one.supplier} ${one.id} was paid ${one.payments.length} times`];
    return one.payments[0] === one.total ? [] : [`${who}: ${one.id} costs ${one.total}, paid ${one.payments[0]}`];
  });
}

function judgeFulfilling(who: string, order: StoreOrder, records: readonly SupplierRecord[]): string[] {
  const faults: string[] = [];
  for (const line of order.lines) {
    const sent = sum(order.parcels.map((parcel) => parcel.pieces.get(line.id) ?? 0));
    if (sent !== line.quantity) faults.push(`${who}: ${sent} of ${line.quantity} pieces of ${line.sku} fulfilled`);
  }
  const told = order.parcels.map((parcel) => parcel.number).sort();
  const left = records.flatMap((one) => one.parcels).sort();
  if (told.join() !== left.join())
    faults.push(`${who}: parcels ${left.join()} left, the store was told of ${told.join()}`);
  if (!order.isFulfilled) faults.push(`${who}: the store does not count it as fulfilled`);
  if (order.notices.length === 0) return faults;
  for (const number of left) {
    const notes = order.notices.filter((note) => note.includes(number));
    const listed = notes.filter((note) => note.startsWith('list ')).length;
    if (listed !== 1 || notes.length - listed !== 1)
      faults.push(`${who}: ${number} is listed ${listed} times, the shopper was told ${notes.length - listed} times`);
  }
  return faults;
}

/** An order that came to nothing: what the suppliers' and the store's books say of it, against how it was meant to end. */
function judgeFate(
  who: string,
  fate: NonNullable<Purchase['fate']>,
  order: StoreOrder,
  records: readonly SupplierRecord[],
): string[] {
  const faults = order.parcels.map(
    (parcel) => `${who} was ${fate}, and the store was told of the parcel ${parcel.number}`,
  );
  const wanted = fate === 'cancelled' ? 0 : 1;
  if (records.length !== wanted) faults.push(`${who} was ${fate}; suppliers have ${records.length} orders`);
  for (const one of records) {
    if (!one.cancelled) faults.push(`${who} was ${fate}, but ${one.supplier} still has ${one.id}`);
    if (one.payments.length !== (fate === 'refunded' ? 1 : 0))
      faults.push(`${who} was ${fate}; ${one.id} was paid ${one.payments.length} times`);
    if (sum(one.refunds) !== sum(one.payments))
      faults.push(`${who}: ${one.id} was paid ${sum(one.payments)} and gave ${sum(one.refunds)} back`);
  }
  return faults;
}

/** Every shopper's order against the other sides' books: placed, paid and fulfilled exactly once. Empty: all is well. */
export function judgeOrders(
  bought: readonly Purchase[],
  stores: ReadonlyMap<string, StoreOrder>,
  suppliers: readonly SupplierRecord[],
): string[] {
  const byShopper = Map.groupBy(suppliers, (one) => one.shopper);
  const faults = bought.flatMap((purchase, shopper) => {
    const who = `shopper ${shopper} (${keyOf(purchase)})`;
    const order = stores.get(keyOf(purchase));
    const records = byShopper.get(shopper) ?? [];
    if (!order) return [`${who} is not in the store's books`];
    if (purchase.fate) return judgeFate(who, purchase.fate, order, records);
    return [
      ...judgePlacing(who, order, records),
      ...judgePaying(who, records),
      ...judgeFulfilling(who, order, records),
    ];
  });
  for (const shopper of byShopper.keys())
    if (!bought[shopper])
      faults.push(`suppliers have an order that nobody asked for: ${JSON.stringify(byShopper.get(shopper))}`);
  return faults;
}

/** What the wallet's books say. Cents. */
export interface WalletBooks {
  topup: number;
  bonus: number;
  reserved: number;
  /** Sum of what the ledger says went to each supplier. */
  toSuppliers: Record<string, number>;
  settlements: number;
  /** Supplier orders with more than one settlement, postings that do not sum to zero, balances that drifted. */
  twice: number;
  unbalanced: number;
  drift: number;
  /** Refunds that operators still see as pending. */
  pendingRefunds: number;
}

/** Our wallet to the cent against what the suppliers got and what the payment provider took. */
export function judgeMoney(
  wallet: WalletBooks,
  funds: { taken: number; cjBefore: number; cjNow: number },
  suppliers: readonly SupplierRecord[],
): string[] {
  const faults: string[] = [];
  const equal = (what: string, ours: number, theirs: number) => {
    if (ours !== theirs) faults.push(`${what}: ours ${ours}, theirs ${theirs}`);
  };
  for (const supplier of ['quayside', 'cj'] as const) {
    const records = suppliers.filter((one) => one.supplier === supplier);
    const got = sum(records.flatMap((one) => one.payments)) - sum(records.flatMap((one) => one.refunds));
    equal(`paid to ${supplier}`, wallet.toSuppliers[supplier] ?? 0, got);
  }
  const spent = sum(Object.values(wallet.toSuppliers));
  equal('CJ balance used', wallet.toSuppliers.cj ?? 0, funds.cjBefore - funds.cjNow);
  equal('left in the wallet', wallet.topup + wallet.bonus, funds.taken - spent);
  equal('payments settled', wallet.settlements, sum(suppliers.map((one) => one.payments.length)));
  equal('still reserved', wallet.reserved, 0);
  equal('refunds still pending', wallet.pendingRefunds, 0);
  equal('settled twice', wallet.twice, 0);
  equal('postings out of balance', wallet.unbalanced, 0);
  equal('balances that drifted', wallet.drift, 0);
  return faults;
}
