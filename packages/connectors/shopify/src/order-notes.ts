import { type ChannelConnector, ConnectorError } from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors, type UserError } from './errors.ts';

/** Source: Admin API, orderUpdate and tagsAdd: "Order does not exist", "Invalid global id". They carry no code. */
const IS_MISSING = /does not exist|not found|invalid (global )?id/i;

/** Throws not-found without the order, and rejected for every other user error. */
function check(what: string, id: string, userErrors: readonly UserError[], target: object | null | undefined): void {
  if (userErrors.some(({ message }) => IS_MISSING.test(message)))
    throw new ConnectorError('not-found', `order ${id} no longer exists in the store`);
  refuseUserErrors(what, userErrors);
  if (!target) throw new ConnectorError('unknown', `${what}: response without the order`);
}

export const readOrderNotes: ChannelConnector['readOrderNotes'] = async (ctx, id) => {
  const { order } = await run(ctx, documents.orderNotes, { id });
  return order ? { ...(order.note ? { note: order.note } : {}), tags: order.tags } : undefined;
};

export const writeOrderNote: ChannelConnector['writeOrderNote'] = async (ctx, { externalOrderId: id, text }) => {
  const { orderUpdate } = await run(ctx, documents.writeNote, { input: { id, note: text } });
  check('Shopify refused the note', id, orderUpdate?.userErrors ?? [], orderUpdate?.order);
  return {};
};

/** orderUpdate would replace all tags, including those the merchant added since; these two touch only the named one. */
export const changeOrderTag: NonNullable<ChannelConnector['changeOrderTag']> = async (ctx, input) => {
  const { externalOrderId: id, kind, tag } = input;
  const variables = { id, tags: [tag] };
  const result =
    kind === 'add'
      ? (await run(ctx, documents.addTags, variables)).tagsAdd
      : (await run(ctx, documents.removeTags, variables)).tagsRemove;
  check('Shopify refused the tag', id, result?.userErrors ?? [], result?.node);
};
