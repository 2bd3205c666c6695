import type { SupplierCapabilities } from '@quayside/connector-kit';
import type { RefundRequest } from '@quayside/contracts';
import { nextState } from '@quayside/kernel';
import { DISPUTE_TRANSITIONS, REFUND_TRANSITIONS } from '../../../states/refund-request.ts';
import type { RequestRow } from '../request-repo.ts';
import type { PurchaseRow } from '../tables.ts';

type Request = Pick<RequestRow, 'state' | 'send_state' | 'send_attempts' | 'type'>;
type Capabilities = Pick<SupplierCapabilities, 'disputes' | 'refunds'> | undefined;

/** How a claim reaches the supplier: through its API, or sent and recorded by a person. */
export const getClaimRoute = (
  purchase: Pick<PurchaseRow, 'connection_id' | 'source_order_no'>,
  supplier: Capabilities,
): RequestRow['via'] =>
  purchase.connection_id && purchase.source_order_no && supplier?.disputes ? 'supplier' : 'manual';

/** Whether a refund is booked without its owner: money to the wallet by operators, listed refunds when they appear. */
export const isBookedElsewhere = (
  request: Pick<Request, 'type'>,
  purchase: Pick<PurchaseRow, 'payer'> | undefined,
  supplier: Capabilities,
): boolean => request.type === 'refund' && (purchase?.payer === 'wallet' || supplier?.refunds === true);

/** Whether the supplier's API can't have received it yet. */
export const isUnsent = ({ send_state: state, send_attempts: attempts }: Request): boolean =>
  state === 'not_needed' || state === 'failed' || (state === 'requested' && attempts === 0);

/** Whether the supplier's API has it and hasn't decided yet, or is about to get it. */
export const isAtSupplier = ({
  state,
  via,
  send_state: sendState,
}: Pick<RequestRow, 'state' | 'via' | 'send_state'>): boolean =>
  via === 'supplier' && state === 'pending' && sendState !== 'failed';

/** Actions that a person may take on a request. */
export function getRequestActions(
  request: Request,
  purchase: Pick<PurchaseRow, 'payer'> | undefined,
  supplier: Capabilities,
): RefundRequest['actions'] {
  const can = (move: keyof typeof REFUND_TRANSITIONS) =>
    nextState(REFUND_TRANSITIONS, request.state, move) !== undefined;
  return [
    ...(canRetry(request) ? (['retry'] as const) : []),
    ...(can('accept') ? (['accept'] as const) : []),
    ...(can('reject') ? (['reject'] as const) : []),
    ...(can('complete') && !isBookedElsewhere(request, purchase, supplier) ? (['complete'] as const) : []),
    ...(can('withdraw') && isUnsent(request) ? (['withdraw'] as const) : []),
  ];
}

/** Whether it can be sent again: only while the supplier's answer is open. */
export const canRetry = (request: Pick<Request, 'state' | 'send_state'>): boolean =>
  request.state === 'pending' && nextState(DISPUTE_TRANSITIONS, request.send_state, 'retry') !== undefined;
