import type { ChannelId } from '@quayside/connector-kit';
import { AppError, invalidField, newId, notFound } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { linkUrl, makeLink, pace } from '../../accounts/index.ts';
import { connectedStore, storeAddress } from '../../connections/index.ts';
import { queueMail } from '../../mail/index.ts';
import { putMigration } from '../migration-repo.ts';

/** Free requests per hour, by account and by store. */
const FREE = { account: 5, store: 3 };

/**
 * Requests a store from its owner for the caller's workspace. Throws STORE_MIGRATE_PROCESS (512) in every case except
 * STORE_ADDRESS_INVALID, STORE_IS_HERE, STORE_IN_OTHER_WORKSPACE (the caller's own) and TOO_MANY_GUESSES, so that the
 * response doesn't reveal whether the store is connected here.
 */
export async function requestMigration(
  deps: Deps,
  who: Who,
  input: { platform: ChannelId; shop: string },
): Promise<never> {
  const connector = deps.connectors.channels[input.platform];
  if (!connector) throw notFound('PLATFORM_NOT_OFFERED', { platform: input.platform });
  const { mode, platformDomain } = storeAddress(deps, connector, input.shop);
  const entry = await connectedStore(deps, { platform: input.platform, mode, platformDomain });
  if (entry?.workplace_id === who.workplaceId) throw invalidField('shop', 'STORE_IS_HERE');
  // The caller's own, in another workspace: no approval needed.
  if (entry?.account_id === who.account.id)
    throw invalidField('shop', 'STORE_IN_OTHER_WORKSPACE', { name: platformDomain });
  const paced = [
    { key: `migrate:account:${who.account.id}`, free: FREE.account },
    { key: `migrate:store:${input.platform}:${platformDomain}`, free: FREE.store },
  ];
  await pace(deps, paced);
  await deps.db.tenant(who.scope, async (tx) => {
    const migrationId = await putMigration(tx, {
      workplace_id: who.workplaceId,
      migration_id: newId(),
      asked_by: who.account.id,
      platform: input.platform,
      mode,
      platform_domain: platformDomain,
    });
    await publish(tx, who.workplaceId, 'stores');
    // Stores of the shared demo account are not transferred.
    const owner = entry
      ? await tx.first<{ email: string; first_name: string; language: string }>(
          sql`select email, first_name, language from account
            where account_id = ${entry.account_id} and deleted_at is null and not is_demo`,
        )
      : undefined;
    if (!entry || !owner) return;
    const workplace = await tx.first<{ name: string }>(
      sql`select name from workplace where workplace_id = ${who.workplaceId}`,
    );
    const link = await makeLink(tx, {
      accountId: entry.account_id,
      email: owner.email,
      purpose: 'store-migrate',
      detail: {
        migration_id: migrationId,
        store_id: entry.store_id,
        from_workplace: entry.workplace_id,
        to_account: who.scope.accountId,
        to_workplace: who.workplaceId,
        asked_by: personName(who.account),
        asked_by_email: who.account.email,
      },
    });
    await queueMail(deps, tx, {
      kind: 'store-migrate',
      accountId: entry.account_id,
      to: owner.email,
      name: owner.first_name,
      language: owner.language,
      params: {
        store: platformDomain,
        who: `${personName(who.account)} (${who.account.email})`,
        workspace: workplace?.name ?? '',
      },
      url: linkUrl(deps.config.ownUrl, '/auth/store-migrate-verification', link),
    });
  });
  throw new AppError('VERIFY_OWNER_STORE_MIGRATE_PROCESS', 'STORE_MIGRATE_PROCESS', {
    params: { name: platformDomain },
  });
}
