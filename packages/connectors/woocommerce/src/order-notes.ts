import { type ChannelConnector, ConnectorError, type StaffNote } from '@quayside/connector-kit';
import { createClient, type WooClient } from './client.ts';
import { decodeEntities } from './entities.ts';
import { gmt } from './map.ts';
import { type RawNote, rawNote, rawOrder } from './raw.ts';

/** WooCommerce's name for notes that no person wrote. Source: class-wc-rest-order-notes-v2-controller.php. */
const SYSTEM: readonly string[] = ['system', 'WooCommerce'];

const notesPath = (externalOrderId: string): string => `orders/${encodeURIComponent(externalOrderId)}/notes`;

/** Notes come as HTML. */
const toText = (html: string): string => decodeEntities(withoutTags(html)).trim();
const withoutTags = (html: string): string =>
  html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/p>\s*/gi, '\n')
    .replace(/<[^>]+>/g, '');

const toHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const toStaffNote = ({ author, date_created_gmt, id, note }: RawNote): StaffNote => ({
  id: String(id),
  text: toText(note),
  ...(author ? { author } : {}),
  at: new Date(gmt(date_created_gmt)).toISOString(),
});

/** An order's private notes by people, oldest first. Throws not-found without the order. */
export async function readStaffNotes(client: WooClient, externalOrderId: string): Promise<StaffNote[]> {
  const query = { type: 'internal' };
  const notes = await client.get({ path: notesPath(externalOrderId), query, shape: rawNote.array() });
  return notes
    .filter((note) => !note.customer_note && note.author && !SYSTEM.includes(note.author))
    .sort((a, b) => a.id - b.id)
    .map(toStaffNote);
}

export const readOrderNotes: ChannelConnector['readOrderNotes'] = async (ctx, id) => {
  const client = createClient(ctx);
  try {
    const staffNotes = await readStaffNotes(client, id);
    const order = await client.get({
      path: `orders/${encodeURIComponent(id)}`,
      query: { _fields: 'id,customer_note' },
      shape: rawOrder.pick({ id: true, customer_note: true }),
    });
    const note = decodeEntities(order.customer_note).trim();
    return { ...(note ? { note } : {}), staffNotes };
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'not-found') return undefined;
    throw error;
  }
};

/** Without `added_by_user` the note would count as the system's, and customers never see a private one. */
export const writeOrderNote: ChannelConnector['writeOrderNote'] = async (ctx, { externalOrderId, text }) => ({
  staffNote: toStaffNote(
    await createClient(ctx).send('POST', {
      path: notesPath(externalOrderId),
      shape: rawNote,
      body: { note: toHtml(text), customer_note: false, added_by_user: true },
    }),
  ),
});
