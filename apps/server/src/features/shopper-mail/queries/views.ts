import type { ShopperMail, ShopperMailKind } from '@quayside/contracts';
import { FAMILY_LIMITS, firstFamilyWith, SHOPPER_MAIL_KINDS } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import type { Who } from '../../../http/who.ts';
import { findStore, listStores } from '../../connections/index.ts';
import { findOrder, findOrders } from '../../orders/index.ts';
import { hasOrderTracking } from '../../plans/index.ts';
import { obstacleOf, returnLetterFrame, writeFor } from '../actions/send-shopper-mail.ts';
import { type WrittenLetter, writeLetter } from '../actions/write-letter.ts';
import { writeReturnLetter } from '../actions/write-return-letter.ts';
import { findMail, listRecent } from '../mail-repo.ts';
import type { ShopperMailPorts } from '../ports.ts';
import { hashAddress } from '../rules/address.ts';
import { emailOf } from '../rules/shopper.ts';
import { findSetting, settleHashKey } from '../setting-repo.ts';

export async function settingView(deps: Deps, who: Who, storeId: string | undefined) {
  const held = await deps.db.read(who.scope, (ex) => findSetting(ex, who.workplaceId, storeId));
  const { since, is_own, ...rest } = held;
  const kinds = Object.fromEntries(SHOPPER_MAIL_KINDS.map((kind) => [kind, since[kind] !== null])) as Record<
    ShopperMailKind,
    boolean
  >;
  return {
    setting: { ...rest, kinds },
    is_own,
    in_plan: await hasOrderTracking(deps, who.scope.accountId),
    plan: FAMILY_LIMITS[firstFamilyWith((limits) => limits.orderTracking) ?? 'growth'].name,
    obstacle: obstacleOf(deps),
  };
}

const MOST_RECENT = 20;

export const recentMails = (deps: Deps, who: Who, storeId: string | undefined): Promise<{ items: ShopperMail[] }> =>
  deps.db.read(who.scope, async (ex) => {
    const rows = await listRecent(ex, who.workplaceId, storeId, MOST_RECENT);
    const orders = await findOrders(
      ex,
      who.workplaceId,
      rows.map((row) => row.order_id),
    );
    const names = new Map(orders.map((order) => [order.order_id, order.name]));
    const items = rows.map(({ mail_id, order_id, kind, state, reason, created_at, sent_at }) => ({
      mail_id,
      order_id,
      order_name: names.get(order_id) ?? '',
      kind,
      state,
      reason: reason ? say(who.locale, reason) : null,
      created_at,
      sent_at,
    }));
    return { items };
  });

interface Sample {
  store_id?: string | undefined;
  kind: ShopperMailKind;
  language: string;
}

/** An email with sample data, written by the code that sends. */
export const previewLetter = (
  deps: Deps,
  ports: ShopperMailPorts,
  who: Who,
  { store_id: storeId, kind, language }: Sample,
): Promise<WrittenLetter> =>
  deps.db.read(who.scope, async (ex) => {
    const stores = await listStores(ex, who.workplaceId, false);
    const store = storeId ? await findStore(ex, who.workplaceId, storeId) : stores[0];
    if (storeId && !store) throw notFound('STORE_NOT_FOUND');
    return writeLetter({
      kind,
      language,
      storeName: store?.store_name ?? 'Lamp & Co',
      page: await ports.findPage(ex, who.workplaceId),
      orderName: '#1001',
      carrier: 'DHL',
      trackingNumber: 'JD014600003828',
      shopper: { name: say(language, 'SHOPPER_MAIL_SAMPLE_NAME'), email: 'shopper@example.com' },
      trackUrl: `${deps.config.ownUrl}/tracking/sample`,
      endUrl: `${deps.config.ownUrl}/parcel-mails/sample`,
    });
  });

/** An email to a shopper, written again. Throws MAIL_NOT_FOUND, and SHOPPER_MAIL_WHY_GONE without its order or address. */
export async function readShopperMail(
  deps: Deps,
  ports: ShopperMailPorts,
  who: Who,
  mailId: string,
): Promise<WrittenLetter> {
  const inPlan = await hasOrderTracking(deps, who.scope.accountId);
  return deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    const row = await findMail(tx, workplaceId, mailId);
    if (!row) throw new AppError('NOT_FOUND', 'MAIL_NOT_FOUND');
    const order = await findOrder(tx, workplaceId, row.order_id);
    const to = order && emailOf(order);
    if (row.return_id !== null) {
      const found = await ports.findReturn(tx, workplaceId, row.return_id);
      if (!order || !found || !to) throw new AppError('UNPROCESSABLE_ENTITY', 'SHOPPER_MAIL_WHY_GONE');
      const frame = await returnLetterFrame(tx, ports, workplaceId, order, inPlan);
      return writeReturnLetter(frame, { ...found, kind: row.kind });
    }
    const [parcel] = await ports.findParcels(tx, workplaceId, [row.shipment_id]);
    if (!order || !parcel || !to) throw new AppError('UNPROCESSABLE_ENTITY', 'SHOPPER_MAIL_WHY_GONE');
    const hash = hashAddress(await settleHashKey(tx, deps, workplaceId, row.store_id), to);
    return (await writeFor(tx, deps, ports, workplaceId, row, { order, parcel, to, hash })).letter;
  });
}
