import { AppError, type MessageParams, type Money, money, newId, toDecimal } from '@quayside/kernel';
import { type Executor, everyoneIn, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { type NotificationEvent, notify } from '../../notifications/index.ts';
import {
  findVariants,
  lockProducts,
  type Product,
  piecesOfParts,
  readMultiples,
  setSourceStock,
} from '../../products/index.ts';
import {
  askShipping,
  goodsAtOnce,
  knownShipping,
  quotesShipping,
  readLiveStock,
  type SeenGoods,
  shippingKey,
  type WorkplaceFacts,
} from '../../sourcing/index.ts';
import { type CheckFinding, type CheckResult, judgeCheck, type SupplierReport } from '../rules/judge-check.ts';
import { type JudgedShipping, judgeShipping, type SeenShipping } from '../rules/judge-shipping.ts';
import { type CheckReport, movedFacts, sumReports } from '../rules/moved-facts.ts';
import { getPause } from '../rules/pause.ts';
import { readSetting } from '../setting-repo.ts';
import { claimSlot, deleteSlot, extendSlot, finishSlot } from '../slot-repo.ts';
import type { ScheduleSlot } from '../tables.ts';
import {
  claimDueProducts,
  type DueProduct,
  deleteTrackedProducts,
  findSeenVariants,
  lockClaimedProducts,
  noteShippingAsked,
  releaseProducts,
  saveChecks,
} from '../tracked-product-repo.ts';

/** How long one job looks before others get its place, in milliseconds. */
const SLICE_MS = 45_000;
/** A product that the supplier cannot tell of just now is looked at again after an hour. */
const UNTOLD_SECONDS = 3_600;
const NAMES_MOST = 3;
/** A product's shipping is quoted once in three days, and one product of a batch at a time: CJ counts up to three calls for it. */
const QUOTED_MS = 3 * 24 * 3_600_000;

/** What follows from checks in stores; compose.ts plugs it in. */
export interface CheckListener {
  /** Called in the transaction of a check. Returns whether it has to be decided on. */
  keepReport(
    tx: Executor,
    workplaceId: string,
    supplier: Omit<ScheduleSlot, 'workplaceId'>,
    report: CheckReport,
  ): Promise<boolean>;
  /** Whether a store follows shipping, so that suppliers are asked for it. */
  wantsShipping(ex: Executor, workplaceId: string): Promise<boolean>;
  /** Asks for a decision on what was kept. */
  requestDecision(tx: Executor, workplaceId: string, supplier: Omit<ScheduleSlot, 'workplaceId'>): Promise<void>;
}

const text = (amount: Money): string => `${toDecimal(amount)} ${amount.currency}`;

function noticeOf(product: Product, supplier: string, news: CheckFinding): NotificationEvent {
  const { title, currency } = product;
  const about: MessageParams =
    news.kind === 'cost_moved'
      ? { cost: text(money(news.cost, currency)), was: text(money(news.was, currency)) }
      : { variants: [...news.names.slice(0, NAMES_MOST), ...(news.names.length > NAMES_MOST ? ['…'] : [])].join(', ') };
  return {
    kind: news.kind,
    subject: { id: product.product_id, name: title },
    isSandbox: product.mode === 'sandbox',
    params: { title, supplier, ...about },
  };
}

/** What was told of a product, as far as it is in the product's currency. */
const toldOf = (seen: SeenGoods, currency: string): Map<string, SupplierReport> =>
  new Map(
    [...seen.variants].map(([id, { cost, currency: of, stock }]) => [
      id,
      { ...(cost !== undefined && of === currency ? { cost } : {}), ...(stock === undefined ? {} : { stock }) },
    ]),
  );

interface ReadShipping {
  /** By product. */
  shipping: ReadonlyMap<string, SeenShipping & { currency: string }>;
  /** Products whose shipping was quoted. */
  asked: string[];
  /** The supplier could not be asked. */
  isBusy: boolean;
}

/** The product of a batch whose shipping is to be quoted now: the one that was asked for longest ago. */
function nextToQuote(deps: Deps, due: readonly DueProduct[], seen: ReadonlyMap<string, SeenGoods>) {
  const now = deps.clock.millis();
  const askedAt = ({ shipping_asked_at: at }: DueProduct) => (at === null ? 0 : Date.parse(at));
  return due
    .filter((one) => now - askedAt(one) >= QUOTED_MS && (seen.get(one.source_product_id)?.variants.size ?? 0) > 0)
    .toSorted((a, b) => askedAt(a) - askedAt(b))[0];
}

/**
 * What is known of products' shipping, by product. Suppliers whose catalogue has no figures are asked for one product of the batch;
 * one that can't be asked now is not asked again in this run, and the check goes ahead without it.
 */
async function readShipping(
  deps: Deps,
  turn: ScheduleSlot,
  due: readonly DueProduct[],
  seen: ReadonlyMap<string, SeenGoods>,
  ownAccounts: WorkplaceFacts['ownAccounts'],
  mayAsk: boolean,
): Promise<ReadShipping> {
  const scope = everyoneIn(turn.workplaceId);
  const { source, mode } = turn;
  const nameOf = (one: DueProduct) => ({
    source,
    mode,
    sourceProductId: one.source_product_id,
    shipTo: one.ship_to,
  });
  const known = await deps.db.read(scope, (ex) => knownShipping(ex, due.map(nameOf), ownAccounts));
  const shipping = new Map(
    due.flatMap((one) => {
      const own = known.get(shippingKey(nameOf(one)));
      return own ? [[one.product_id, own] as const] : [];
    }),
  );
  const chosen = mayAsk ? nextToQuote(deps, due, seen) : undefined;
  if (!chosen) return { shipping, asked: [], isBusy: false };
  try {
    const quoted = await askShipping(deps, scope, nameOf(chosen));
    // Copies of a product are shipped as it is.
    const same = due.filter(
      (one) => one.source_product_id === chosen.source_product_id && one.ship_to === chosen.ship_to,
    );
    if (quoted) for (const one of same) shipping.set(one.product_id, quoted);
    return { shipping, asked: same.map((one) => one.product_id), isBusy: false };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { shipping, asked: [], isBusy: true };
  }
}

/**
 * Saves, notifies about and applies the results of a check in one transaction. A worker that lost its lease writes nothing, or
 * owners would be notified twice.
 */
async function keepLooks(
  deps: Deps,
  listener: CheckListener,
  turn: ScheduleSlot,
  holder: string,
  due: readonly DueProduct[],
  seen: ReadonlyMap<string, SeenGoods>,
  { shipping, asked }: ReadShipping,
): Promise<boolean> {
  const { workplaceId } = turn;
  const ids = due.map((one) => one.product_id);
  return deps.db.tenant(everyoneIn(workplaceId), async (tx) => {
    const products = new Map((await lockProducts(tx, workplaceId, ids)).map((one) => [one.product_id, one]));
    const held = await lockClaimedProducts(tx, workplaceId, holder, ids);
    const setting = await readSetting(tx, workplaceId);
    const variants = Map.groupBy(await findVariants(tx, workplaceId, ids), (one) => one.product_id);
    const seenBefore = await findSeenVariants(tx, workplaceId, ids);
    const taken = [...(await readMultiples(tx, workplaceId, ids)), ...(await piecesOfParts(tx, workplaceId, ids))];
    const multiples = new Map(
      [...Map.groupBy(taken, (row) => row.variant_id)].map(([id, own]) => [id, own.map((row) => row.pieces)]),
    );
    const looks = new Map<string, CheckResult & { shipping: JudgedShipping['row'] }>();
    const untold: string[] = [];
    const reports: CheckReport[] = [];
    for (const { product_id: id, source_product_id: sourceId } of due) {
      const product = products.get(id);
      const told = seen.get(sourceId);
      const before = held.get(id);
      if (!product || !before) continue;
      if (!told) {
        untold.push(id);
        continue;
      }
      const own = variants.get(id) ?? [];
      const look = judgeCheck(own, seenBefore, toldOf(told, product.currency), setting, told.at);
      const known = shipping.get(id);
      const shipped = judgeShipping(
        before,
        known?.currency === product.currency ? known : undefined,
        setting.cost_percent,
      );
      looks.set(id, { ...look, shipping: shipped.row });
      const { currency } = product;
      reports.push(movedFacts(own, seenBefore, look.rows, { currency, at: told.at, shipping: shipped }, multiples));
    }
    await deleteTrackedProducts(
      tx,
      workplaceId,
      ids.filter((id) => held.has(id) && !products.has(id)),
    );
    await releaseProducts(tx, workplaceId, holder, untold, UNTOLD_SECONDS);
    await saveChecks(tx, workplaceId, looks, setting.every_hours);
    await noteShippingAsked(
      tx,
      workplaceId,
      asked.filter((id) => held.has(id)),
    );
    await setSourceStock(
      tx,
      workplaceId,
      turn.source,
      turn.mode,
      [...looks.values()].flatMap((one) => one.takes),
    );
    const supplier = deps.connectors.suppliers[turn.source]?.label ?? turn.source;
    const notices = [...looks].flatMap(([id, { news }]) => {
      const product = products.get(id);
      return product ? news.map((one) => noticeOf(product, supplier, one)) : [];
    });
    await notify(tx, workplaceId, notices);
    if (looks.size > 0) await publish(tx, workplaceId, 'products', [...looks.keys()]);
    const { source, mode } = turn;
    return looks.size > 0 && listener.keepReport(tx, workplaceId, { source, mode }, sumReports(reports));
  });
}

const isThere = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from workplace where workplace_id = ${workplaceId} and deleted_at is null`)) !==
  undefined;

/**
 * Looks at the products of one supplier that are due, some at a time, as long as its slice lasts. One worker at a time does
 * this for a supplier of a workplace. A supplier that is busy or away is left alone for a while, and so is one that is not
 * connected. Throws Later when there is more to do than fits in.
 */
export async function checkProducts(
  deps: Deps,
  listener: CheckListener,
  factsOf: (scope: WorkplaceScope) => Promise<Pick<WorkplaceFacts, 'ownAccounts'>>,
  turn: ScheduleSlot,
  signal: AbortSignal,
): Promise<void> {
  const scope = everyoneIn(turn.workplaceId);
  const holder = newId();
  if (!(await deps.db.read(scope, (ex) => isThere(ex, turn.workplaceId)))) {
    await deps.db.global((tx) => deleteSlot(tx, turn));
    return;
  }
  const taken = await deps.db.global((tx) => claimSlot(tx, turn, holder));
  if (!taken) return;
  const until = Date.now() + SLICE_MS;
  const most = goodsAtOnce(deps, turn.source);
  let pauseMs: number | undefined;
  const { ownAccounts } = await factsOf(scope);
  let mayAsk =
    quotesShipping(deps, turn.source) &&
    (await deps.db.read(scope, (ex) => listener.wantsShipping(ex, turn.workplaceId)));
  let isReported = false;
  while (!signal.aborted && Date.now() < until) {
    const due = await deps.db.tenant(scope, (tx) => claimDueProducts(tx, turn, holder, most));
    if (due.length === 0) break;
    // Copies and the parts of a split product share a supplier product: it is asked once for the variants of all.
    const wanted = [...Map.groupBy(due, (one) => one.source_product_id)].map(([sourceProductId, own]) => ({
      sourceProductId,
      shipTo: own[0]?.ship_to ?? '',
      sourceVariantIds: [...new Set(own.flatMap((one) => one.source_variant_ids))],
    }));
    try {
      const seen = await readLiveStock(deps, scope, turn, wanted);
      const shipping = await readShipping(deps, turn, due, seen, ownAccounts, mayAsk);
      if (shipping.isBusy) mayAsk = false;
      if (await keepLooks(deps, listener, turn, holder, due, seen, shipping)) isReported = true;
    } catch (error) {
      const ids = due.map((one) => one.product_id);
      if (!(error instanceof AppError)) {
        // A fault of ours, told to the operators: what it came from lets the others go first.
        await deps.db.tenant(scope, (tx) => releaseProducts(tx, turn.workplaceId, holder, ids, UNTOLD_SECONDS));
        await deps.db.tenant(scope, (tx) => finishSlot(tx, turn, holder, undefined));
        throw error;
      }
      await deps.db.tenant(scope, (tx) => releaseProducts(tx, turn.workplaceId, holder, ids, 0));
      pauseMs = getPause(error.cause, taken.pauses);
      break;
    }
    if (!(await deps.db.global((tx) => extendSlot(tx, turn, holder)))) return;
  }
  const nextMs = await deps.db.tenant(scope, async (tx) => {
    if (isReported) await listener.requestDecision(tx, turn.workplaceId, { source: turn.source, mode: turn.mode });
    return finishSlot(tx, turn, holder, pauseMs);
  });
  if (nextMs === 0 && !signal.aborted) throw new Later(500, 'more products are due');
}
