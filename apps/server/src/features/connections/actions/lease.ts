import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorError } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { raw, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Sealed } from '../../../vault/vault.ts';
import { accessEnd } from '../rules/access-end.ts';

/** Maximum duration of a renewal; the lease of a dead worker expires after it. */
const LEASE_SECONDS = 30;
const LOOK_AGAIN_MS = 100;

/** Location of a connection's credentials. */
export interface LeaseResult {
  scope: WorkplaceScope;
  table: 'store' | 'supplier_connection';
  id: string;
  /** The vault's context. */
  context: string;
}

const where = (kept: LeaseResult) =>
  sql`workplace_id = ${kept.scope.workplaceId} and ${raw(kept.table === 'store' ? 'store_id' : 'connection_id')} = ${kept.id}`;

/**
 * Runs `work` exclusively with the latest credentials. It uses a lease in the row instead of a database lock, because
 * no transaction may be open during network calls.
 */
export async function withLease<T>(
  deps: Deps,
  kept: LeaseResult,
  work: (credentials: Record<string, string>) => Promise<T>,
): Promise<T> {
  const me = newId();
  const until = Date.now() + LEASE_SECONDS * 1000;
  for (;;) {
    const row = await deps.db.tenant(kept.scope, (tx) =>
      tx.first<{ credentials: Sealed }>(sql`update ${raw(kept.table)} set renewing_by = ${me},
          renewing_until = now() + make_interval(secs => ${LEASE_SECONDS})
        where ${where(kept)} and (renewing_until is null or renewing_until < now()) returning credentials`),
    );
    if (row) {
      try {
        return await work(deps.vault.open<Record<string, string>>(row.credentials, kept.context));
      } finally {
        await deps.db.tenant(kept.scope, (tx) =>
          tx.run(sql`update ${raw(kept.table)} set renewing_until = null where ${where(kept)} and renewing_by = ${me}`),
        );
      }
    }
    if (Date.now() > until) throw new ConnectorError('temporary', 'another worker is renewing the token');
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Saves rotated credentials immediately, so that a new refresh token is never lost. */
export async function saveCredentials(deps: Deps, kept: LeaseResult, next: Record<string, string>): Promise<void> {
  const sealed = JSON.stringify(deps.vault.seal(next, kept.context));
  await deps.db.tenant(kept.scope, (tx) =>
    tx.run(sql`update ${raw(kept.table)} set credentials = ${sealed}::jsonb, access_ends_at = ${accessEnd(next)}
      where ${where(kept)} and status not in ('uninstalled', 'removed')`),
  );
}
