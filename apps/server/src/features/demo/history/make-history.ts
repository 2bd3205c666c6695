import { createAccount, noteFlag, readFlag } from '../../accounts/index.ts';
import { type Connection, listConnections, listStores } from '../../connections/index.ts';
import { wantCosts } from '../../orders/index.ts';
import { matchVariants } from '../../products/index.ts';
import { pastPurchaseOfTwo } from '../../purchasing/index.ts';
import { addMember, countMembers } from '../../team/index.ts';
import { goesTo, readShelves, refuseLine } from '../../warehouse/index.ts';
import { DEMO } from '../demo-account.ts';
import { buy } from './buy.ts';
import { createShopOrders, externalIds, readShelf, SHOPS } from './counterparts.ts';
import type { Making, Shelf, Sold } from './making.ts';
import { HISTORY_MADE, saveMoney } from './money.ts';
import { BUYER, SHOPPERS } from './people.ts';
import { HISTORY_DAYS, planHistory, type Ware } from './plan.ts';
import { type Names, record } from './record.ts';
import { readChunk, readOrders, takeIn } from './take-in.ts';

/** Orders written in one transaction. */
const CHUNK = 20;
const DAY = 24 * 3_600_000;

/** When the history was begun; kept, so that an interrupted run continues with the same plan. */
const BEGUN = 'demo:history';

async function waresOf({ deps, sandboxUrl, scope }: Making, { shop, store }: Shelf): Promise<Ware[]> {
  const things = await readShelf(sandboxUrl, shop);
  const matches = await deps.db.read(scope, (ex) =>
    matchVariants(
      ex,
      scope.workplaceId,
      store.store_id,
      things.map((thing) => ({ ...externalIds(shop.platform, thing), sku: null })),
    ),
  );
  const sources = matches.flatMap((match) => (match?.source === 'quayside' ? [match.sourceVariantId] : []));
  const shelves = new Map(
    (await deps.db.global((tx) => readShelves(tx, 'sandbox', sources))).map((row) => [row.variant_id, row]),
  );
  const countries = [...new Set(SHOPPERS.map((one) => one.countryCode))];
  return things.flatMap((thing, index) => {
    const sourceVariantId = matches[index]?.sourceVariantId;
    const row = sourceVariantId === undefined ? undefined : shelves.get(sourceVariantId);
    // Pieces return to the shelf after each chunk.
    if (!row || sourceVariantId === undefined || row.stock < 2 * CHUNK) return [];
    const goes = countries.filter((country) => goesTo({ shipCountries: row.ship_countries }, country));
    return [{ ...thing, sourceVariantId, countries: goes }];
  });
}

async function keepChunk(making: Making, connection: Connection, chunk: readonly Sold[], names: Names): Promise<void> {
  const { deps, scope } = making;
  await takeIn(making, chunk);
  const found = await readChunk(making, chunk);
  const bought = await buy(making, connection, found);
  await deps.db.tenant(scope, async (tx) => {
    if (bought.length > 0) await record(tx, making, bought, names);
    const open = found.filter(({ order, sold }) => !sold.plan.placedAt && !order.cancelled_at && !order.archived_at);
    await wantCosts(
      tx,
      deps,
      scope,
      open.map(({ order }) => order.order_id),
    );
  });
}

/** The member who buys at the suppliers; their password is not known. */
async function addBuyer({ deps, scope }: Making): Promise<void> {
  const known = await deps.db.read(scope, (ex) => countMembers(ex, scope.workplaceId));
  if (known > 1) return;
  const { accountId } = await createAccount(deps, {
    ...BUYER,
    email: `${BUYER.email.replace('@', `+${scope.workplaceId.slice(-12)}@`)}`,
    language: 'en',
    timeZone: '',
    emailVerified: true,
  });
  await addMember(deps, scope, { accountId, role: 'buyer' });
}

/**
 * Gives the demo account its last 90 days: the same orders in its stores, at its supplier, at the payment provider and here. An
 * interrupted run continues where it stopped.
 */
export async function makeHistory(making: Making): Promise<void> {
  const { deps, sandboxUrl, scope } = making;
  const { accountId, workplaceId } = scope;
  if (await deps.db.read(scope, (ex) => readFlag(ex, accountId, HISTORY_MADE))) return;
  const begun = await deps.db.tenant(scope, (tx) => noteFlag(tx, accountId, BEGUN, { at: deps.clock.now() }));
  const stores = (await deps.db.read(scope, (ex) => listStores(ex, workplaceId, false))).filter(
    (store) => store.status === 'active',
  );
  const shelves = SHOPS.map((shop) => {
    const store = stores.find((one) => one.platform === shop.platform);
    if (!store) throw new Error(`the demo account has no store on ${shop.platform}`);
    return { shop, store };
  });
  const connections = await deps.db.read(scope, (ex) => listConnections(ex, workplaceId));
  const connection = connections.find((one) => one.supplier === 'quayside' && one.mode === 'sandbox');
  if (!connection) throw new Error('the demo account is not connected to the warehouse');
  const wares = await Promise.all(shelves.map((shelf) => waresOf(making, shelf)));
  const plan = planHistory({ now: Date.parse(begun.at), stores: wares, unpaidIn: 0, seed: workplaceId });
  const since = new Date(Date.parse(begun.at) - (HISTORY_DAYS + 1) * DAY).toISOString();
  const sold: Sold[] = [];
  for (const [index, shelf] of shelves.entries()) {
    const own = plan.filter((one) => one.store === index);
    const kept = await createShopOrders(sandboxUrl, shelf.shop, workplaceId, own);
    const told = await readOrders(making, shelf, since);
    for (const [at, one] of own.entries()) {
      const order = told.get(kept[at]?.orderId ?? '');
      const made = kept[at];
      if (order && made) sold.push({ plan: one, shelf, kept: made, told: order });
    }
  }
  await addBuyer(making);
  const names = { owner: `${DEMO.firstName} ${DEMO.lastName}`, buyer: `${BUYER.firstName} ${BUYER.lastName}` };
  const inTime = sold.toSorted((a, b) => (a.plan.at < b.plan.at ? -1 : 1));
  for (let at = 0; at < inTime.length; at += CHUNK)
    await keepChunk(making, connection, inTime.slice(at, at + CHUNK), names);
  await saveMoney(making, since, workplaceId);
  await refuseOne(making);
}

/** The warehouse refuses an item today: the only state that needs its answer, with the money that comes back. */
async function refuseOne({ deps, scope }: Making): Promise<void> {
  const number = await deps.db.read(scope, (ex) => pastPurchaseOfTwo(ex, scope.workplaceId));
  if (!number) return;
  const reason = 'Damaged in the warehouse';
  await refuseLine(deps, { modes: ['sandbox'] }, { orderId: number, lineNo: 2, reason });
}
