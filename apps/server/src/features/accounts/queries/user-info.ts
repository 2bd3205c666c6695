import type { LinkedStore, LinkedWorkplace, StoresByPlatform } from '@quayside/contracts';
import { findProblem } from '../../../backup/problem.ts';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { isConnectedLive } from '../../../http/has-live.ts';
import { getLinks } from '../../../http/links.ts';
import { isOperator } from '../../../http/operators.ts';
import { membersOf } from '../../../http/session.ts';
import type { Visitor } from '../../../http/who.ts';
import { findInstallationHold, hasUnclaimed, hasUnrecorded, lastRestore } from '../../../sending/index.ts';
import { AGENCY_TRIAL, DEMO_MODE, FROM_MARKETPLACE, FROM_MOBILE, PLAN_REINSTALLED } from '../flags.ts';
import { isStaff } from '../rules/chat-identity.ts';
import { remainingMetaKeys } from '../rules/meta-keys.ts';
import { isMarketplaceUser, onboardingOrder, openSteps } from '../rules/onboarding.ts';

const KEPT = [AGENCY_TRIAL, FROM_MARKETPLACE, FROM_MOBILE, PLAN_REINSTALLED];

interface AccountRow {
  email: string;
  first_name: string;
  last_name: string;
  avatar_url: string | null;
  language: string;
  time_zone: string;
  display_currency: string;
  is_user_mkt: boolean;
  is_demo: boolean;
  password_hash: string | null;
  email_verified_at: string | null;
  review_since: string | null;
  operator_email: string | null;
  created_at: string;
}

interface StoreRow extends Omit<LinkedStore, 'metadata'> {
  channels: string[];
}

const workplaceOf = (ex: Executor, workplaceId: string) =>
  ex.first<{ id: string; name: string; currency: string; time_zone: string }>(
    sql`select workplace_id as id, name, currency, coalesce(settings->>'time_zone', '') as time_zone
      from workplace where workplace_id = ${workplaceId}`,
  );

const storesOf = (ex: Executor, workplaceId: string) =>
  ex.rows<StoreRow>(sql`select store_id as id, workplace_id, platform, platform_domain, store_name, status, currency, is_default,
    mode = 'sandbox' as is_sandbox, plan_name, owner_name, owner_email, account_id as owner_id, created_at, moving,
    array(select jsonb_path_query(metadata, '$.publications.items[*].handle') #>> '{}') as channels from store where workplace_id = ${workplaceId} and status <> 'uninstalled' order by created_at`);

const byPlatform = (stores: readonly StoreRow[]): StoresByPlatform =>
  Object.fromEntries(
    [...Map.groupBy(stores, (store) => store.platform)].map(([platform, some]) => [
      platform,
      some.map(({ channels, ...store }) => ({ ...store, metadata: { external_channels: channels } })),
    ]),
  );

/** The phone app's `app` header. */
export const PHONE_APP = 'omni_mobile';

/** Everything the shell needs about the signed-in account. */
export async function userInfo(deps: Deps, accountId: string, visitor: Pick<Visitor, 'app'>) {
  const row = await deps.db.global((tx) =>
    tx.first<AccountRow>(sql`select * from account where account_id = ${accountId}`),
  );
  if (!row) throw new Error('account not found');
  const { members, flags, hold, restored } = await deps.db.read({ accountId }, async (ex) => ({
    hold: await findInstallationHold(ex),
    restored: (await lastRestore(ex)) !== undefined,
    members: await membersOf(ex, accountId),
    flags: await ex.rows<{ flag: string }>(
      sql`select flag from account_flag where account_id = ${accountId} and (flag like 'meta%' or flag like 'guideline:%' or flag = any(${KEPT}::text[]))`,
    ),
  }));
  const set = new Set(flags.map(({ flag }) => flag));
  const stores: StoreRow[] = [];
  const workplaces: LinkedWorkplace[] = [];
  const unrecorded: string[] = [];
  for (const {
    workplace_id: workplaceId,
    role,
    owner_id: ownerId,
    store_ids: storeIds,
    suspended_at: suspendedAt,
  } of members) {
    if (suspendedAt !== null) continue;
    const scope = { accountId: ownerId ?? accountId, workplaceId, ...(storeIds ? { storeIds } : {}) };
    await deps.db.read(scope, async (ex) => {
      const workplace = await workplaceOf(ex, workplaceId);
      if (!workplace) return;
      const linked = await storesOf(ex, workplaceId);
      const isSandboxOnly = linked.some((store) => store.is_sandbox) && !(await isConnectedLive(ex, workplaceId));
      const own = { role, is_own: ownerId === null, store_ids: storeIds, is_sandbox_only: isSandboxOnly };
      workplaces.push({ ...workplace, ...own });
      stores.push(...linked);
      if (restored && (await hasUnrecorded(ex, workplaceId))) unrecorded.push(workplaceId);
    });
  }
  const operator = isOperator(deps.config, row);
  return {
    id: accountId,
    first_name: row.first_name,
    last_name: row.last_name,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    avatar: row.avatar_url,
    has_shop: stores.some((store) => store.status === 'active'),
    is_user_mkt: row.is_user_mkt,
    from_user_mkt: set.has(FROM_MARKETPLACE),
    from_mobile: set.has(FROM_MOBILE),
    plan_reinstalled: set.has(PLAN_REINSTALLED),
    is_new_pricing_mvp: true,
    is_new_pricing_mvp_v25: true,
    is_ab: false,
    is_demo: row.is_demo,
    has_feedback_board: deps.config.feedback !== undefined,
    links: getLinks(deps.config),
    has_chat: deps.config.links.chat !== undefined,
    reports_use: deps.config.keepsActivity,
    is_agency: isStaff(row.email, deps.config.supportDomain),
    in_agency_trial: set.has(AGENCY_TRIAL),
    has_password: row.password_hash !== null,
    email_verified: row.email_verified_at !== null,
    has_suspended_access: row.review_since !== null,
    sending_held: hold ?? null,
    unrecorded_orders_in: unrecorded,
    has_unclaimed_orders: restored && operator && (await deps.db.global(hasUnclaimed)),
    backup_problem: operator
      ? await deps.db.global((tx) => findProblem(tx, deps.config.backup, new Date(deps.clock.millis())))
      : null,
    // Without readable mail, verification is not requested.
    verification_wanted:
      row.email_verified_at === null && (deps.config.mail !== undefined || deps.config.operators.length > 0),
    is_operator: operator,
    payment_mode: deps.config.sandbox ? ('sandbox' as const) : ('live' as const),
    language: row.language,
    time_zone: row.time_zone,
    display_currency: row.display_currency,
    workplaces,
    // A store being transferred is in both of its workspaces.
    linked_stores: byPlatform([...new Map(stores.map((store) => [store.id, store])).values()]),
    onboarding: onboardingOrder(
      openSteps(new Set(flags.map(({ flag }) => flag.replace('guideline:', ''))), {
        marketplace: isMarketplaceUser({
          fromMarketplace: set.has(FROM_MARKETPLACE),
          fromMobile: set.has(FROM_MOBILE),
          inMobileApp: visitor.app === PHONE_APP,
          stores: stores.length,
        }),
        // A plan is chosen by default, except in demo mode.
        withoutPlan: set.has(DEMO_MODE),
      }),
      { v2: deps.config.onboardingV2, planReinstalled: set.has(PLAN_REINSTALLED) },
    ),
    remaining_meta_keys: remainingMetaKeys([...set]),
    created_at: row.created_at,
  };
}
