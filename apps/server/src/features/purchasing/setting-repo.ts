import { type Executor, sql } from '../../db/index.ts';

/** Where payment pages open: in the same window, or in a popup. */
export type PaymentBehavior = 'default' | 'popup';

export const readPaymentBehavior = async (ex: Executor, workplaceId: string): Promise<PaymentBehavior> =>
  (
    await ex.first<{ payment_behavior: PaymentBehavior }>(
      sql`select payment_behavior from purchasing_setting where workplace_id = ${workplaceId}`,
    )
  )?.payment_behavior ?? 'default';

export const savePaymentBehavior = (tx: Executor, workplaceId: string, behavior: PaymentBehavior): Promise<number> =>
  tx.run(sql`insert into purchasing_setting (workplace_id, payment_behavior) values (${workplaceId}, ${behavior})
    on conflict (workplace_id) do update set payment_behavior = excluded.payment_behavior`);

/** Which supplier orders go to: the product's own if that is Quayside, or the one that each line has. */
export type FulfillmentPreference = 'quayside' | 'origin';

export const readPreference = async (ex: Executor, workplaceId: string): Promise<FulfillmentPreference> =>
  (
    await ex.first<{ fulfillment: FulfillmentPreference }>(
      sql`select fulfillment from purchasing_setting where workplace_id = ${workplaceId}`,
    )
  )?.fulfillment ?? 'origin';

export const savePreference = (tx: Executor, workplaceId: string, preference: FulfillmentPreference): Promise<number> =>
  tx.run(sql`insert into purchasing_setting (workplace_id, fulfillment) values (${workplaceId}, ${preference})
    on conflict (workplace_id) do update set fulfillment = excluded.fulfillment`);
