import { type Executor, json, sql } from '../../db/index.ts';
import type { Sealed } from '../../vault/vault.ts';

export interface WebhookRow {
  installation_id: string;
  account: string;
  address: string;
  secret: Sealed;
}

/** The vault's context of the secret that signs what is sent to an account. */
export const hookContext = (installationId: string, account: string): string =>
  `warehouse:${installationId}:${account}`;

/** One address for each account; a new one takes the place of the old one. */
export async function putWebhook(tx: Executor, row: WebhookRow): Promise<void> {
  await tx.run(sql`insert into warehouse.webhook (installation_id, account, address, secret)
    values (${row.installation_id}, ${row.account}, ${row.address}, ${json(row.secret)})
    on conflict (installation_id, account) do update set address = excluded.address, secret = excluded.secret, updated_at = now()`);
}

/** Nobody is there any more; a later address of the account stays. */
export async function dropWebhook(tx: Executor, row: Pick<WebhookRow, 'installation_id' | 'account' | 'address'>) {
  await tx.run(sql`delete from warehouse.webhook where installation_id = ${row.installation_id}
    and account = ${row.account} and address = ${row.address}`);
}

export const listWebhooks = (tx: Executor): Promise<WebhookRow[]> =>
  tx.rows<WebhookRow>(sql`select installation_id, account, address, secret from warehouse.webhook for update`);

/** Where the one who placed an order wants to hear of it. */
export const findWebhook = (
  tx: Executor,
  orderId: string,
): Promise<(WebhookRow & { reference: string; mode: 'live' | 'sandbox' }) | undefined> =>
  tx.first<
    WebhookRow & { reference: string; mode: 'live' | 'sandbox' }
  >(sql`select w.installation_id, w.account, w.address, w.secret, p.reference, i.mode
    from warehouse.purchase p join warehouse.webhook w on w.installation_id = p.installation_id and w.account = p.account
      join warehouse.installation i on i.installation_id = p.installation_id
    where p.order_id = ${orderId}`);
