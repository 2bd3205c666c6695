import { createHash } from 'node:crypto';
import type { ConnectorId } from '@quayside/connector-kit';
import { AppError, invalidField } from '@quayside/kernel';
import { isUniqueViolation, sql } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { publishSessionChange } from '../../../http/session.ts';
import type { Who } from '../../../http/who.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { findInstallationHold } from '../../../sending/index.ts';
import { createTopupJob } from '../jobs/topup.ts';
import { paymentProviders } from '../payment-provider.ts';
import { readWallet } from '../repo.ts';
import { findTopup, type TopupRow } from '../topup-repo.ts';

/** Default return page of a payment provider. */
const WALLET_PATH = '/app/setting/wallet';

/** The same key gives the same id, so that a second click finds the first top-up. UUID version 8: custom. */
function topupIdOf(accountId: string, key: string): string {
  const hex = createHash('sha256').update(`${accountId}:${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Records the intent and enqueues the creation of a checkout. Throws WALLET_POLICY_FIRST before the terms are accepted,
 * NO_PAYMENT_PROVIDER and PAYMENT_PROVIDER_UNKNOWN for missing configuration, and SENDING_PAUSED while nothing may be
 * sent.
 */
export async function beginTopup(
  deps: Deps,
  who: Who,
  mode: Mode,
  input: { amount: number; provider?: ConnectorId | undefined; idempotency_key: string; return_path?: string },
): Promise<TopupRow> {
  const offered = paymentProviders(deps, mode);
  const connector = input.provider ? offered.find((one) => one.id === input.provider) : offered[0];
  if (offered.length > 0 && !connector) throw invalidField('provider', 'PAYMENT_PROVIDER_UNKNOWN');
  if (!connector) throw new AppError('BAD_REQUEST', 'NO_PAYMENT_PROVIDER');
  const provider = connector.id;
  const topupId = topupIdOf(who.scope.accountId, input.idempotency_key);
  try {
    return await deps.db.tenant(who.scope, async (tx) => {
      const wallet = await readWallet(tx, who.scope.accountId, mode);
      if (!wallet?.policy_accepted_at) throw new AppError('FORBIDDEN', 'WALLET_POLICY_FIRST');
      const before = await findTopup(tx, who.scope.accountId, topupId);
      if (before) return before;
      if (await findInstallationHold(tx)) throw new AppError('BAD_REQUEST', 'SENDING_PAUSED');
      await tx.run(sql`insert into topup (account_id, topup_id, mode, amount, provider, state, begun_in, return_path)
        values (${who.scope.accountId}, ${topupId}, ${mode}, ${input.amount}, ${provider}, 'requested', ${who.workplaceId}, ${input.return_path ?? WALLET_PATH})`);
      await tx.run(sql`insert into topup_directory (topup_id, account_id, provider, mode, next_check_at)
        values (${topupId}, ${who.scope.accountId}, ${provider}, ${mode}, now() + interval '1 minute')`);
      await markOpenWork(tx, { accountId: who.scope.accountId, workplaceId: who.workplaceId });
      if (mode === 'live') await publishSessionChange(tx, who.workplaceId);
      await deps.queue.send(tx, createTopupJob, {
        accountId: who.scope.accountId,
        workplaceId: who.workplaceId,
        topupId,
      });
      return {
        topup_id: topupId,
        mode,
        provider,
        amount: input.amount,
        state: 'requested',
        provider_ref: null,
        confirmation_url: null,
        error_key: null,
        begun_in: who.workplaceId,
        created_at: new Date(deps.clock.millis()).toISOString(),
      };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const other = await deps.db.read(who.scope, (ex) => findTopup(ex, who.scope.accountId, topupId));
    if (!other) throw error;
    return other;
  }
}
