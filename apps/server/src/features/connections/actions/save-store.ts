import type { StoreFacts } from '@quayside/connector-kit';
import { AppError, newId, newToken } from '@quayside/kernel';
import { type Executor, getWorkplace, isUniqueViolation, type Scope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { holdAccount } from '../../../http/hold-session.ts';
import { publishSessionChange } from '../../../http/session.ts';
import { publish } from '../../../live/publish.ts';
import { noteStore } from '../../accounts/index.ts';
import { findEntryByDomain, putEntry } from '../directory-repo.ts';
import { setUpStoreJob } from '../jobs/connections.ts';
import { accessEnd } from '../rules/access-end.ts';
import {
  findStoreByDomain,
  insertStore,
  refreshStore,
  type Store,
  settleDefault,
  storeContext,
  storeWebhookContext,
} from '../store-repo.ts';
import { getConnector } from './open-store.ts';
import { ensureBuiltInSuppliers } from './open-supplier.ts';

/** A store with verified credentials. */
export interface Proven {
  platform: Store['platform'];
  platformDomain: string;
  baseUrl: string;
  mode: Mode;
  facts: StoreFacts;
  credentials: Record<string, string>;
}

const factsOf = ({ facts, baseUrl }: Proven) => ({
  base_url: baseUrl,
  store_name: facts.name,
  currency: facts.currency,
  country: facts.country ?? null,
  time_zone: facts.timeZone ?? null,
  owner_name: facts.ownerName ?? null,
  owner_email: facts.ownerEmail ?? null,
  plan_name: facts.planName ?? null,
  scopes: facts.scopes,
  missing_scopes: facts.missingScopes,
});

/** `own`: another workspace of the same account, from which it can be transferred. */
const takenByAnother = (name: string, own = false) =>
  new AppError('STORE_EXIST_ANOTHER_OWNER', own ? 'STORE_IN_OTHER_WORKSPACE' : 'STORE_EXIST_ANOTHER_OWNER', {
    params: { name },
  });

/**
 * Saves a verified store in the workplace, new or reconnected with its history, and returns its id. Throws
 * STORE_EXIST_ANOTHER_OWNER while another workplace has it; `check` throws if the person has lost access during
 * verification.
 */
export async function saveStore(
  deps: Deps,
  scope: Scope,
  proven: Proven,
  check?: (tx: Executor) => Promise<void>,
): Promise<string> {
  const { accountId, workplaceId } = getWorkplace(scope);
  const { platform, platformDomain, mode } = proven;
  try {
    return await deps.db.tenant(scope, async (tx) => {
      // An owner's new password suspends existing stores: either this one is among them, or `check` sees the new
      // password.
      await holdAccount(tx, accountId);
      await check?.(tx);
      const entry = await findEntryByDomain(tx, platform, platformDomain, mode);
      if (entry && entry.workplace_id !== workplaceId)
        throw takenByAnother(platformDomain, entry.account_id === accountId);
      const known = await findStoreByDomain(tx, workplaceId, platform, platformDomain, mode);
      const storeId = known?.store_id ?? newId();
      const credentials = deps.vault.seal(proven.credentials, storeContext(storeId));
      const row = {
        ...factsOf(proven),
        workplace_id: workplaceId,
        store_id: storeId,
        credentials,
        access_ends_at: accessEnd(proven.credentials),
      };
      await noteStore(
        tx,
        accountId,
        getConnector(deps, platform).isInstalled !== undefined && known?.status === 'uninstalled',
      );
      if (known) await refreshStore(tx, row);
      else {
        await insertStore(tx, {
          ...row,
          account_id: accountId,
          platform,
          platform_domain: platformDomain,
          mode,
          webhook_secret: deps.vault.seal(newToken(32), storeWebhookContext(storeId)),
        });
      }
      if (!entry) {
        await putEntry(tx, {
          store_id: storeId,
          workplace_id: workplaceId,
          account_id: accountId,
          platform,
          platform_domain: platformDomain,
          mode,
          webhook_key: newToken(24),
        });
      }
      await settleDefault(tx, workplaceId);
      await ensureBuiltInSuppliers(deps, tx, scope, mode);
      await deps.queue.send(tx, setUpStoreJob, { accountId, workplaceId, storeId });
      await publishSessionChange(tx, workplaceId);
      await publish(tx, workplaceId, 'stores', [storeId]);
      return storeId;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'store_directory_domain')) throw takenByAnother(platformDomain);
    throw error;
  }
}
