import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { SESSION_CHANNEL } from '../../../http/session.ts';
import type { Who } from '../../../http/who.ts';
import { checkCurrency, checkTimeZone } from '../../../known-values.ts';

export interface ProfileChange {
  first_name?: string | undefined;
  last_name?: string | undefined;
  time_zone?: string | undefined;
  display_currency?: string | undefined;
}

/** Updates the given profile settings. Throws CURRENCY_UNKNOWN or TIME_ZONE_UNKNOWN for the field. */
export async function saveProfile(deps: Deps, who: Who, change: ProfileChange): Promise<void> {
  const { first_name, last_name, time_zone, display_currency } = change;
  if (display_currency) checkCurrency('display_currency', display_currency);
  if (time_zone) checkTimeZone('time_zone', time_zone);
  await deps.db.global(async (tx) => {
    await tx.run(sql`update account set first_name = coalesce(${first_name ?? null}, first_name),
        last_name = coalesce(${last_name ?? null}, last_name), time_zone = coalesce(${time_zone ?? null}, time_zone),
        display_currency = coalesce(${display_currency ?? null}, display_currency)
      where account_id = ${who.account.id}`);
    await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${who.account.id})`);
  });
}
