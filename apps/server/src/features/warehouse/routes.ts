import { contracts, DONE, type WarehouseOrder } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { addParcelEvent } from './actions/add-parcel-event.ts';
import { makeInstallation } from './actions/installations.ts';
import { packOrder } from './actions/pack-order.ts';
import { refuseLine } from './actions/refuse-line.ts';
import { shipParcel } from './actions/ship-order.ts';
import { setCost, setStock } from './goods-repo.ts';
import { listInstallations, revokeInstallation } from './installation-repo.ts';
import { countStates, staffOrder, staffOrders } from './queries/order-view.ts';
import { staffView } from './queries/staff-view.ts';
import { asAppError, WarehouseRefusal } from './refusal.ts';
import { ORDER_STATES } from './rules/order-states.ts';
import { PEOPLE, type Staff } from './staff.ts';

/** Runs the warehouse's work for a person: its refusals become ours. */
async function forPeople<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof WarehouseRefusal ? asAppError(error) : error;
  }
}

/** Operators work on all orders; the demo account on those of the sandbox, which are nobody's real ones. */
const staffOf = (who: Who): Staff => (who.account.isOperator ? PEOPLE : { modes: ['sandbox'] });

/** The staff's page, for operators. */
export function addOperatorRoutes(app: HttpApp, deps: Deps): void {
  const calls = contracts.warehouse;
  const base = (): string => deps.config.ownUrl;

  const shown = async (staff: Staff, orderId: string): Promise<WarehouseOrder> => {
    const order = await deps.db.global((tx) => staffOrder(tx, staff, orderId));
    if (!order) throw asAppError(new WarehouseRefusal('not_found', 'Order not found.'));
    return staffView(base(), order);
  };
  /** Does something to an order and shows it as it is then. */
  const changed = async (staff: Staff, orderId: string, work: () => Promise<unknown>): Promise<WarehouseOrder> => {
    await forPeople(work);
    return shown(staff, orderId);
  };

  route(app, calls.orders, async ({ query }, who) => {
    const { modes } = staffOf(who);
    const staff: Staff = query.mode ? { modes: modes.filter((mode) => mode === query.mode) } : { modes };
    const ask = { staff, states: [query.state], afterId: query.cursor, size: query.page_size };
    const { rows, found } = await deps.db.global(async (tx) => ({
      rows: await staffOrders(tx, ask),
      found: await countStates(tx, staff),
    }));
    const last = rows.length === query.page_size ? rows.at(-1) : undefined;
    const countOf = (state: string): number => found.find((row) => row.state === state)?.count ?? 0;
    return {
      items: rows.map((row) => staffView(base(), row)),
      ...(last ? { next_cursor: last.order_id } : {}),
      counts: Object.fromEntries(ORDER_STATES.map((state) => [state, countOf(state)])) as Record<
        (typeof ORDER_STATES)[number],
        number
      >,
    };
  });

  route(app, calls.order, ({ params }, who) => shown(staffOf(who), params.order_id));

  route(app, calls.pack, ({ params }, who) =>
    changed(staffOf(who), params.order_id, () => packOrder(deps, staffOf(who), params.order_id)),
  );

  route(app, calls.ship, ({ params, body }, who) =>
    changed(staffOf(who), params.order_id, () =>
      shipParcel(deps, staffOf(who), {
        orderId: params.order_id,
        carrier: body.carrier,
        trackingNumber: body.tracking_number,
        trackingUrl: body.tracking_url,
        at: deps.clock.now(),
        lines: body.lines?.map((line) => ({ lineNo: line.line_no, quantity: line.quantity })),
      }),
    ),
  );

  route(app, calls.refuseLine, ({ params, body }, who) =>
    changed(staffOf(who), params.order_id, () =>
      refuseLine(deps, staffOf(who), { orderId: params.order_id, lineNo: params.line_no, reason: body.reason }),
    ),
  );

  route(app, calls.parcelEvent, async ({ params, body }, who) => {
    await forPeople(() => addParcelEvent(deps, staffOf(who), params.parcel_id, { ...body, at: deps.clock.now() }));
    return DONE;
  });

  route(app, calls.setStock, async ({ body }) => {
    const { sku, pieces, cost } = body;
    const known = await deps.db.global(async (tx) => {
      if (cost && (await setCost(tx, sku, cost.amount, cost.currency)) === 0) return 0;
      return setStock(tx, sku, pieces);
    });
    if (known === 0) throw asAppError(new WarehouseRefusal('not_found', 'Stock location not found.'));
    return DONE;
  });

  route(app, calls.installations, async () => ({ items: await deps.db.global(listInstallations) }));

  route(app, calls.addInstallation, async ({ body }) => {
    const { installation, key } = await makeInstallation(deps.db, body);
    return { installation_id: installation.installation_id, key };
  });

  route(app, calls.revokeInstallation, async ({ params }) => {
    const known = await deps.db.global((tx) => revokeInstallation(tx, params.installation_id));
    if (known === 0) throw asAppError(new WarehouseRefusal('not_found', 'Key not found.'));
    return DONE;
  });
}
