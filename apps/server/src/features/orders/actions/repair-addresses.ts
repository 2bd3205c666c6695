import type { ChannelAddress } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import type { Problem } from '../../connections/index.ts';
import { type Customs, findCustoms } from '../customs-repo.ts';
import { findOrders } from '../queries/find-orders.ts';
import { findLines, lockOrder } from '../repo.ts';
import { addressErrors, effectiveAddress } from '../rules/address.ts';
import { type AddressProposal, type RepairField, repairAddress } from '../rules/address-repair.ts';
import { isInEu } from '../rules/customs.ts';
import { CHANGEABLE } from '../rules/line-states.ts';
import type { LineRow, OrderRow } from '../tables.ts';
import { applyAddressEdit } from './update-customer.ts';

export interface OrderProposal extends AddressProposal {
  order: OrderRow;
  /** Missing or invalid fields that remain after the changes. */
  errors: Problem[];
}

/** An order's proposal, for the suppliers and shipping methods of its lines that aren't bought yet. */
function propose(
  deps: Pick<Deps, 'connectors'>,
  order: OrderRow,
  lines: readonly LineRow[],
  customs: Customs | undefined,
): OrderProposal | undefined {
  const open = lines.filter((line) => CHANGEABLE.includes(line.state));
  if (open.length === 0 || order.cancelled_at || order.erased_at) return undefined;
  const suppliers = new Set(open.flatMap((line) => line.source ?? []));
  const rules = [...suppliers].flatMap((id) => deps.connectors.suppliers[id]?.capabilities.address ?? []);
  const services = open.flatMap((line) => line.shipping_method ?? []);
  const address = effectiveAddress(order.address, order.address_edit);
  const proposal = repairAddress(address, rules, services);
  const left = addressErrors(withChanges(address, proposal.changes));
  // Customs collect the tax from the recipient where no number says that it is paid.
  const takesIoss = [...suppliers].some((id) => deps.connectors.suppliers[id]?.capabilities.customs);
  if (takesIoss && isInEu(address.countryCode ?? '') && !customs?.ioss)
    proposal.warnings.push({ key: 'REPAIR_IOSS_MISSING', params: { country: address.countryCode ?? '' } });
  const errors = Object.values(left).map(({ key, params = {} }) => ({ key, params }));
  return { ...proposal, order, errors };
}

const withChanges = (address: ChannelAddress, changes: readonly { field: RepairField; to: string }[]) =>
  effectiveAddress(address, Object.fromEntries(changes.map(({ field, to }) => [field, to])));

/** Proposes corrections for orders that need some, or that a person must look at. */
export async function previewRepairs(
  ex: Executor,
  deps: Pick<Deps, 'connectors'>,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<OrderProposal[]> {
  const orders = await findOrders(ex, workplaceId, orderIds);
  const lines = Map.groupBy(await findLines(ex, workplaceId, orderIds), (line) => line.order_id);
  const customs = await findCustoms(
    ex,
    workplaceId,
    orders.map((order) => order.store_id),
  );
  return orders.flatMap((order) => {
    const found = propose(deps, order, lines.get(order.order_id) ?? [], customs.get(order.store_id));
    return found && found.changes.length + found.warnings.length + found.errors.length > 0 ? [found] : [];
  });
}

export interface AcceptedRepair {
  order_id: string;
  changes: readonly { field: RepairField; to: string }[];
}

/** Applies accepted proposals, each order in its own transaction. A proposal that no longer holds is refused. */
export async function acceptRepairs(
  deps: Deps,
  who: Who,
  accepted: readonly AcceptedRepair[],
): Promise<{ updated: number; failed: Map<string, Problem> }> {
  const failed = new Map<string, Problem>();
  let updated = 0;
  for (const { order_id: orderId, changes } of accepted) {
    const repair = async (tx: Executor): Promise<Problem | undefined> => {
      const order = await lockOrder(tx, who.workplaceId, orderId);
      if (!order) return { key: 'not_found_order_detail', params: {} };
      const lines = await findLines(tx, who.workplaceId, [orderId]);
      const proposal = propose(deps, order, lines, undefined);
      const holds = changes.every((change) =>
        proposal?.changes.some((one) => one.field === change.field && one.to === change.to),
      );
      if (!proposal || !holds) return { key: 'REPAIR_OUTDATED', params: { order: order.name } };
      const edit = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
      await applyAddressEdit(tx, deps, who, order, lines, edit, { mayBeIncomplete: true });
      return undefined;
    };
    // Around the transaction: one that failed must not commit, and no other order waits for it.
    const problem = await deps.db.tenant(who.scope, repair).catch((error: unknown): Problem => {
      if (error instanceof AppError) return { key: error.messageKey, params: error.params };
      deps.log.error({ err: error, orderId }, 'address was not repaired');
      return { key: 'SERVER_ERROR', params: {} };
    });
    if (problem) failed.set(orderId, problem);
    else updated += 1;
  }
  return { updated, failed };
}
