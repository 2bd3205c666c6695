import { sql } from '../../../db/index.ts';
import { type TenantTable, tenantPage, tenantTables } from '../../../db/tenant-rows.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { makeLink } from './links.ts';
import { noteEvent } from './note-event.ts';
import { refuseDemo } from './set-password.ts';
import { confirmPassword } from './sign-in.ts';

const PAGE = 1_000;
/** Technical tables without personal data of their own. */
const WORKINGS = new Set([
  'live_event',
  'live_position',
  'process',
  'webhook_delivery',
  'account_totp',
  'account_recovery_code',
]);

/** Global tables with personal data of the account. */
const OF_PERSON = new Set([
  'account_event',
  'session_token',
  'social_identity',
  'platform_identity',
  'operator_feedback',
]);

/** Creates a link to the export, valid for 15 minutes. Throws WRONG_PASSWORD, DEMO_IS_SHARED. */
export async function requestExport(
  deps: Deps,
  who: Who,
  password: string,
): Promise<{ url: string; expires_at: string }> {
  refuseDemo(who);
  await confirmPassword(deps, who.account, password, who, 'password');
  return deps.db.global(async (tx) => {
    await noteEvent(tx, who.account.id, 'export_asked', who);
    const link = await makeLink(tx, { accountId: who.account.id, email: who.account.email, purpose: 'export' });
    const row = await tx.first<{ expires_at: string }>(
      sql`select expires_at from account_link where link_id = ${link.id}`,
    );
    return { url: `/api/files/account-export/${link.id}/${link.code}`, expires_at: row?.expires_at ?? '' };
  });
}

async function* rowsOf(
  deps: Deps,
  scope: { accountId: string; workplaceId?: string },
  table: TenantTable,
): AsyncGenerator<string> {
  const column = scope.workplaceId ? 'workplace_id' : 'account_id';
  const tenant = scope.workplaceId ?? scope.accountId;
  yield `${JSON.stringify(table.name)}:[`;
  let after: string[] | undefined;
  let first = true;
  for (;;) {
    const page = await deps.db.read(scope, (ex) => tenantPage(ex, table, column, tenant, after, PAGE));
    for (const { row } of page) {
      yield (first ? '\n' : ',\n') + JSON.stringify(row);
      first = false;
    }
    after = page.at(-1)?.place;
    if (page.length < PAGE) break;
  }
  yield ']';
}

async function* tablesOf(
  deps: Deps,
  scope: { accountId: string; workplaceId?: string },
  tables: readonly TenantTable[],
): AsyncGenerator<string> {
  let first = true;
  for (const table of tables) {
    yield first ? '\n' : ',\n';
    first = false;
    yield* rowsOf(deps, scope, table);
  }
}

/**
 * Streams everything an account holds as one JSON document: the account, its tables (including wallet and ledger), and
 * its own workspaces, without credentials, secrets and hashes. Reads page by page without a snapshot, so the size
 * doesn't matter and concurrent changes may be missing.
 */
export async function* exportAccount(deps: Deps, accountId: string): AsyncGenerator<string> {
  const account = await deps.db.global((tx) =>
    tx.first<
      Record<string, unknown>
    >(sql`select account_id, email, first_name, last_name, avatar_url, language, time_zone,
      display_currency, created_at, email_verified_at from account where account_id = ${accountId}`),
  );
  const scope = { accountId };
  const { tables, workplaces } = await deps.db.read(scope, async (ex) => ({
    tables: (await tenantTables(ex)).filter(
      ({ walled, name, key }) => (walled || OF_PERSON.has(name)) && !WORKINGS.has(name) && key.length > 0,
    ),
    workplaces: await ex.rows<{ workplace_id: string; name: string }>(
      sql`select workplace_id, name from workplace where account_id = ${accountId} order by created_at`,
    ),
  }));
  const ofAccount = tables.filter(({ columns }) => columns.includes('account_id') && !columns.includes('workplace_id'));
  const ofWorkplace = tables.filter(({ columns }) => columns.includes('workplace_id'));
  yield `{"exported_at":${JSON.stringify(deps.clock.now())},\n"account":${JSON.stringify(account)},\n"tables":{`;
  yield* tablesOf(deps, scope, ofAccount);
  yield '},\n"workspaces":[';
  for (const [at, workplace] of workplaces.entries()) {
    yield `${at > 0 ? ',' : ''}\n{"workplace_id":${JSON.stringify(workplace.workplace_id)},"name":${JSON.stringify(workplace.name)},"tables":{`;
    yield* tablesOf(deps, { accountId, workplaceId: workplace.workplace_id }, ofWorkplace);
    yield '}}';
  }
  yield ']}\n';
}
