import type { DocumentKind } from '@quayside/contracts/document-choices.ts';
import { notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import type { Who } from '../../../http/who.ts';
import { renderPdf } from '../../../pdf/index.ts';
import { findOrders, findSoldLines, type StoreNames } from '../../orders/index.ts';
import { paperBlocks } from '../paper/paper-blocks.ts';
import { readSetting } from '../setting-repo.ts';

const FILE_NAMES: Record<DocumentKind, { one: string; many: string }> = {
  invoice: { one: 'invoice', many: 'invoices' },
  packing_slip: { one: 'packing-slip', many: 'packing-slips' },
};

/**
 * Makes the invoices or packing slips of orders as one PDF, in the order of the ids. Throws OrderDetailNotFound unless all are
 * visible to the caller.
 */
export async function makePapers(
  deps: Pick<Deps, 'db' | 'clock'>,
  names: StoreNames,
  who: Who,
  ask: { order_ids: readonly string[]; kind: DocumentKind; language?: string },
): Promise<{ file_name: string; pdf: string }> {
  const { workplaceId } = who;
  const ids = [...new Set(ask.order_ids)];
  const { setting, orders, lines, stores } = await deps.db.read(who.scope, async (ex) => {
    const found = await findOrders(ex, workplaceId, ids);
    const byId = new Map(found.map((order) => [order.order_id, order]));
    const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
    if (inOrder.length < ids.length) throw notFoundField('order_ids', 'OrderDetailNotFound');
    return {
      orders: inOrder,
      setting: await readSetting(ex, workplaceId),
      lines: Map.groupBy(await findSoldLines(ex, workplaceId, ids), (line) => line.order_id),
      stores: await names.with(
        ex,
        workplaceId,
        inOrder.map((order) => order.store_id),
      ),
    };
  });
  const language = ask.language ?? setting.language ?? who.locale;
  const logo = setting.logo_base64 === null ? null : Buffer.from(setting.logo_base64, 'base64');
  const now = deps.clock.now();
  const title = say(language, ask.kind === 'invoice' ? 'DOCUMENT_INVOICE' : 'DOCUMENT_PACKING_SLIP');
  const pdf = await renderPdf({
    title: orders.length === 1 ? `${title} ${orders[0]?.name}` : title,
    language,
    size: setting.paper,
    createdAt: now,
    pageLabel: (page, pages) => say(language, 'DOCUMENT_PAGE', { page, pages }),
    sections: orders.map((order) => {
      const name = setting.brand_name || (stores.get(order.store_id)?.store_name ?? '');
      const brand = {
        name,
        address: setting.address,
        taxNumber: setting.tax_number,
        note: setting.note,
        logo,
      };
      const blocks = paperBlocks({
        kind: ask.kind,
        order,
        lines: lines.get(order.order_id) ?? [],
        brand,
        language,
        timeZone: who.timeZone,
      });
      return { blocks, footer: [name, order.name].filter(Boolean).join(' · ') };
    }),
  });
  const file = FILE_NAMES[ask.kind];
  const single = orders.length === 1 ? orders[0]?.name.replace(/[^\p{L}\p{N}-]+/gu, '') : undefined;
  return {
    file_name: single ? `${file.one}-${single}.pdf` : `${file.many}-${now.slice(0, 10)}.pdf`,
    pdf: pdf.toString('base64'),
  };
}
