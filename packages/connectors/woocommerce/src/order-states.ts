import type { ChannelConnector, ChannelOrderState } from '@quayside/connector-kit';
import { createClient } from './client.ts';
import { isOrder, stateOf } from './map.ts';
import { rawOrderState } from './raw.ts';

/** The most that one call answers (per_page), and ids that fit into an address. */
const ORDERS_IN_CALL = 100;
const FIELDS = Object.keys(rawOrderState.shape).join(',');

/** How orders are now, a hundred in a call. The trash and drafts are left out. */
export const orderStates: ChannelConnector['orderStates'] = async (ctx, externalOrderIds) => {
  const client = createClient(ctx);
  const states: ChannelOrderState[] = [];
  for (let at = 0; at < externalOrderIds.length; at += ORDERS_IN_CALL) {
    const include = externalOrderIds.slice(at, at + ORDERS_IN_CALL).join(',');
    const query = { include, status: 'any', orderby: 'id', per_page: ORDERS_IN_CALL, _fields: FIELDS };
    const found = await client.get({ path: 'orders', query, shape: rawOrderState.array() });
    states.push(...found.filter(isOrder).map(stateOf));
  }
  return states;
};
