import type { AlarmDays, AlarmKind } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { publish } from '../../../live/publish.ts';
import {
  type AlarmRow,
  activeAlarms,
  activeAlarmsOf,
  closeAlarms,
  findShipmentsById,
  openAlarms,
  type ParcelOnItsWay,
  parcelsOnTheirWay,
  supplierOrdersWithParcels,
} from '../../fulfilment/index.ts';
import { notify } from '../../notifications/index.ts';
import { findOrders } from '../../orders/index.ts';
import type { TrackingPorts } from '../ports.ts';
import { alarmsOf, isClaimEnding } from '../rules/alarms.ts';
import { findAlarmDays } from '../setting-repo.ts';

const MOST = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const DAY = 86_400_000;

type NewAlarm = Omit<AlarmRow, 'state' | 'opened_at'>;

/** A check of one workplace, which ends between two pages once its job is to end. */
interface Walk {
  deps: Deps;
  scope: WorkplaceScope;
  signal: AbortSignal;
}

/** Works through rows by their ids, a page to a transaction. */
async function eachPage<T>(
  { deps, scope, signal }: Walk,
  work: (tx: Executor, after: string) => Promise<T[]>,
  idOf: (row: T) => string,
): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after && !signal.aborted; ) {
    const from: string = after;
    const page = await deps.db.tenant(scope, (tx) => work(tx, from));
    const last = page.at(-1);
    after = last && page.length >= MOST ? idOf(last) : undefined;
  }
}

/** Opens and closes the alarms of some subjects, so that exactly the wanted ones are active. */
async function settle(
  tx: Executor,
  workplaceId: string,
  subjectIds: readonly string[],
  wanted: readonly NewAlarm[],
  kinds?: readonly AlarmKind[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  // An alarm about a shared supplier order moves to the order that it concerns now.
  const nameOf = ({ kind, subject_id: id, order_id: orderId }: Pick<AlarmRow, 'kind' | 'subject_id' | 'order_id'>) =>
    `${id} ${kind} ${orderId}`;
  const names = new Set(wanted.map(nameOf));
  const active = (await activeAlarmsOf(tx, workplaceId, subjectIds)).filter(
    (one) => !kinds || kinds.includes(one.kind),
  );
  const known = new Set(active.map(nameOf));
  const over = active.filter((alarm) => !names.has(nameOf(alarm)));
  if (over.length > 0) {
    await closeAlarms(
      tx,
      workplaceId,
      over.map((alarm) => alarm.alarm_id),
    );
  }
  const fresh = wanted.filter((alarm) => !known.has(nameOf(alarm)));
  const opened = fresh.length > 0 ? await openAlarms(tx, workplaceId, fresh) : [];
  await notify(
    tx,
    workplaceId,
    // A parcel's problem was reported when it happened.
    opened
      .filter((alarm) => alarm.kind !== 'delivery_problem')
      .map((alarm) => ({
        kind: 'shipment_alarm' as const,
        orderId: alarm.order_id,
        params: { ...alarm.params, reason: `ALARM_${alarm.kind.toUpperCase()}` },
      })),
  );
  const changed = [...over, ...opened].flatMap((alarm) => alarm.shipment_id ?? []);
  if (over.length + opened.length > 0) {
    await publish(tx, workplaceId, 'tracking');
    await publish(tx, workplaceId, 'shipments', changed);
  }
}

async function checkParcels(
  tx: Executor,
  workplaceId: string,
  page: readonly ParcelOnItsWay[],
  days: AlarmDays,
  now: number,
) {
  const orderIds = [...new Set(page.map((parcel) => parcel.order_id))];
  const orders = new Map((await findOrders(tx, workplaceId, orderIds)).map((order) => [order.order_id, order]));
  const wanted = page.flatMap((parcel): NewAlarm[] => {
    const order = orders.get(parcel.order_id);
    if (!order) return [];
    const facts = { ...parcel, country: order.ship_country, cancelled: order.cancelled_at !== null };
    return alarmsOf(facts, days, now).map((kind) => ({
      alarm_id: newId(),
      kind,
      order_id: parcel.order_id,
      store_id: parcel.store_id,
      subject_id: parcel.shipment_id,
      shipment_id: parcel.shipment_id,
      params: { number: parcel.tracking_number, carrier: parcel.carrier ?? '' },
    }));
  });
  await settle(
    tx,
    workplaceId,
    page.map((parcel) => parcel.shipment_id),
    wanted,
  );
}

interface ClaimCheck {
  ports: TrackingPorts;
  days: AlarmDays;
  now: string;
}

/** Opens and closes the alarms about claims of some supplier orders. */
async function checkClaims(
  tx: Executor,
  workplaceId: string,
  supplierOrderIds: readonly string[],
  { ports, days, now }: ClaimCheck,
): Promise<void> {
  const ids = [...new Set(supplierOrderIds)];
  if (ids.length === 0) return;
  const claims = (await ports.findOpenClaims(tx, workplaceId, ids, now)).filter((claim) =>
    isClaimEnding(claim.until, days, Date.parse(now)),
  );
  const orderIds = [...new Set(claims.map((claim) => claim.order_id))];
  const orders = new Map((await findOrders(tx, workplaceId, orderIds)).map((order) => [order.order_id, order]));
  const wanted = claims.flatMap((claim): NewAlarm[] => {
    const order = orders.get(claim.order_id);
    if (!order) return [];
    return [
      {
        alarm_id: newId(),
        kind: 'claim_ending',
        order_id: claim.order_id,
        store_id: order.store_id,
        subject_id: claim.supplier_order_id,
        shipment_id: null,
        params: { supplier: connectorLabel(claim.supplier), number: claim.order_no, until: claim.until },
      },
    ];
  });
  await settle(tx, workplaceId, ids, wanted, ['claim_ending']);
}

/** Checks claims of supplier orders that weren't sent whole, and of those whose request their supplier didn't take. */
async function checkUnsentClaims(walk: Walk, check: ClaimCheck): Promise<void> {
  const { workplaceId } = walk.scope;
  const { ports, now } = check;
  const claimsOf = async <T extends { supplier_order_id: string }>(tx: Executor, found: T[]): Promise<T[]> => {
    const ids = found.map((one) => one.supplier_order_id);
    await checkClaims(tx, workplaceId, ids, check);
    return found;
  };
  await eachPage(
    walk,
    async (tx, after) => claimsOf(tx, await ports.findUnshipped(tx, workplaceId, { before: now, after, most: MOST })),
    (one) => one.supplier_order_id,
  );
  await eachPage(
    walk,
    async (tx, after) => {
      const found = await ports.findPartlySent(tx, workplaceId, after, MOST);
      await claimsOf(
        tx,
        found.filter((one) => !one.all_sent),
      );
      return found;
    },
    (one) => one.supplier_order_id,
  );
  await eachPage(
    walk,
    async (tx, after) => claimsOf(tx, await ports.unsentRequests(tx, workplaceId, after, MOST)),
    (one) => one.refund_request_id,
  );
}

/** Closes alarms whose parcel arrived or is gone, or whose supplier order has a parcel now or needs none. */
async function closeEnded(walk: Walk, check: ClaimCheck): Promise<void> {
  const { findUnshipped } = check.ports;
  const { workplaceId } = walk.scope;
  await eachPage(
    walk,
    async (tx, after) => {
      const all = await activeAlarms(tx, workplaceId, after, MOST);
      const alarms = all.filter((alarm) => alarm.kind !== 'claim_ending');
      const claimed = all.filter((alarm) => alarm.kind === 'claim_ending');
      await checkClaims(
        tx,
        workplaceId,
        claimed.map((alarm) => alarm.subject_id),
        check,
      );
      const shipmentIds = alarms.flatMap((alarm) => alarm.shipment_id ?? []);
      const open = new Set(
        (await findShipmentsById(tx, workplaceId, shipmentIds))
          .filter((row) => row.state !== 'delivered')
          .map((row) => row.shipment_id),
      );
      const bought = alarms.flatMap((alarm) => (alarm.shipment_id ? [] : [alarm.subject_id]));
      const waiting = await findUnshipped(tx, workplaceId, { ids: bought });
      const unshipped = new Set(waiting.map((one) => one.supplier_order_id));
      const sent = new Set(
        await supplierOrdersWithParcels(tx, workplaceId, [
          ...alarms.map((alarm) => alarm.order_id),
          ...waiting.flatMap((one) => one.other_order_ids),
        ]),
      );
      const isOver = (alarm: AlarmRow): boolean =>
        alarm.shipment_id
          ? !open.has(alarm.shipment_id)
          : !unshipped.has(alarm.subject_id) || sent.has(alarm.subject_id);
      const over = alarms.filter(isOver).map((alarm) => alarm.alarm_id);
      if (over.length > 0) {
        await closeAlarms(tx, workplaceId, over);
        await publish(tx, workplaceId, 'tracking');
      }
      return all;
    },
    (one) => one.alarm_id,
  );
}

async function checkUnshipped(walk: Walk, { findUnshipped }: TrackingPorts, days: AlarmDays): Promise<void> {
  const { workplaceId } = walk.scope;
  const before = new Date(walk.deps.clock.millis() - days.no_number * DAY).toISOString();
  await eachPage(
    walk,
    async (tx, after) => {
      const found = await findUnshipped(tx, workplaceId, { before, after, most: MOST });
      const ids = found.map((one) => one.supplier_order_id);
      const orderIds = [...new Set(found.flatMap((one) => [one.order_id, ...one.other_order_ids]))];
      const sent = new Set(await supplierOrdersWithParcels(tx, workplaceId, orderIds));
      const orders = new Map((await findOrders(tx, workplaceId, orderIds)).map((order) => [order.order_id, order]));
      const wanted = found.flatMap((one): NewAlarm[] => {
        // Of several orders, the first one that still waits for it.
        const order = [one.order_id, ...one.other_order_ids]
          .flatMap((id) => orders.get(id) ?? [])
          .find((each) => !each.cancelled_at);
        if (!order || sent.has(one.supplier_order_id)) return [];
        return [
          {
            alarm_id: newId(),
            kind: 'no_number',
            order_id: order.order_id,
            store_id: order.store_id,
            subject_id: one.supplier_order_id,
            shipment_id: null,
            params: { supplier: connectorLabel(one.supplier), number: one.source_order_no ?? '' },
          },
        ];
      });
      await settle(tx, workplaceId, ids, wanted, ['no_number']);
      return found;
    },
    (one) => one.supplier_order_id,
  );
}

/** Opens and closes a workplace's shipment alarms, at most 500 subjects to a transaction. */
export async function checkAlarms(
  deps: Deps,
  ports: TrackingPorts,
  scope: WorkplaceScope,
  signal: AbortSignal,
): Promise<void> {
  const { workplaceId } = scope;
  const days = await deps.db.read(scope, (ex) => findAlarmDays(ex, workplaceId));
  const walk = { deps, scope, signal };
  const check = { ports, days, now: deps.clock.now() };
  await eachPage(
    walk,
    async (tx, after) => {
      const found = await parcelsOnTheirWay(tx, workplaceId, after, MOST);
      await checkParcels(tx, workplaceId, found, days, deps.clock.millis());
      const bought = found.flatMap((parcel) => parcel.supplier_order_id ?? []);
      await checkClaims(tx, workplaceId, bought, check);
      return found;
    },
    (one) => one.shipment_id,
  );
  await closeEnded(walk, check);
  await checkUnshipped(walk, ports, days);
  await checkUnsentClaims(walk, check);
}
