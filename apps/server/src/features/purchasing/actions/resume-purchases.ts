import { type Sql, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { resumeEffects } from '../../../jobs/effect/resume.ts';
import { PAY_JOB, PLACE_JOB } from '../jobs/purchasing.ts';
import { PAYING } from '../pay-repo.ts';
import { PLACING } from '../place-repo.ts';

type Waiting = { storeId: string } | { connectionId: string } | { orderId: string };

function isOf(of: Waiting): Sql {
  if ('storeId' in of) return sql`store_id = ${of.storeId}`;
  return 'orderId' in of ? sql`order_id = ${of.orderId}` : sql`connection_id = ${of.connectionId}`;
}

/** Places and pays now what waited: for a store or a supplier connection that was suspended, or for an order's store to answer. */
export const resumePurchases = (deps: Deps, here: WorkplaceScope, of: Waiting): Promise<void> =>
  resumeEffects(
    deps,
    here,
    [
      { row: PLACING, job: PLACE_JOB },
      { row: PAYING, job: PAY_JOB },
    ],
    isOf(of),
  );
