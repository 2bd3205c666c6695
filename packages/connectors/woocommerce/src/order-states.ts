import { type ChannelConnector, type ChannelOrderState, readEach, unreadableForm } from '@quayside/connector-kit';
import { createClient } from './client.ts';
import { isOrder, toState } from './map.ts';
import { type RawHead, rawHead, rawOrderState } from './raw.ts';

/** The most that one call answers (per_page), and ids that fit into an address. */
const ORDERS_IN_CALL = 100;
const FIELDS = Object.keys(rawOrderState.shape).join(',');

function readState(head: RawHead): ChannelOrderState {
  const result = rawOrderState.safeParse(head);
  if (!result.success) throw unreadableForm(result.error.issues[0]?.path ?? []);
  return toState(result.data);
}

/** Returns how orders are now, a hundred in a call. Leaves out the trash, drafts, and orders that cannot be read. */
export const orderStates: ChannelConnector['orderStates'] = async (ctx, externalOrderIds) => {
  const client = createClient(ctx);
  const states: ChannelOrderState[] = [];
  for (let at = 0; at < externalOrderIds.length; at += ORDERS_IN_CALL) {
    const include = externalOrderIds.slice(at, at + ORDERS_IN_CALL).join(',');
    const query = { include, status: 'any', orderby: 'id', per_page: ORDERS_IN_CALL, _fields: FIELDS };
    const found = await client.get({ path: 'orders', query, shape: rawHead.array() });
    const id = (head: RawHead) => ({ externalOrderId: String(head.id) });
    states.push(...readEach(found.filter(isOrder), id, readState).items);
  }
  return states;
};
