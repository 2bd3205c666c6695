import { type Executor, sql } from '../../../db/index.ts';

export interface Counts {
  all: number;
  unpushed: number;
  processing: number;
  pushed: number;
  failed: number;
}

/** How many imported products there are, by state; in one store, those that are or were put there. */
export async function countProducts(ex: Executor, workplaceId: string, storeId?: string): Promise<Counts> {
  const inStore = storeId
    ? sql`and exists (select 1 from listing l where l.workplace_id = ${workplaceId} and l.product_id = p.product_id
        and l.store_id = ${storeId} and l.state <> 'removed')`
    : sql``;
  const row =
    await ex.first<Counts>(sql`select count(*) as all, count(*) filter (where push_state = 'unpushed') as unpushed,
      count(*) filter (where push_state = 'processing') as processing, count(*) filter (where push_state = 'pushed') as pushed,
      count(*) filter (where failed.product_id is not null) as failed
    from product p left join (select distinct product_id from listing where workplace_id = ${workplaceId} and state = 'failed') failed
      on failed.product_id = p.product_id
    where p.workplace_id = ${workplaceId} and p.deleted_at is null ${inStore}`);
  return row ?? { all: 0, unpushed: 0, processing: 0, pushed: 0, failed: 0 };
}

export interface PushCounts {
  total_pushed: number;
  total_unpushed: number;
  total_pushed_active: number;
  total_pushed_draft: number;
}

/**
 * Products in stores and not. One on its way counts as pushed (rule B234); it is active when any store shows it to
 * shoppers, else draft.
 */
export async function countPushed(ex: Executor, workplaceId: string): Promise<PushCounts> {
  const row = await ex.first<{ pushed: number; unpushed: number; active: number }>(sql`select
      count(*) filter (where push_state <> 'unpushed') as pushed, count(*) filter (where push_state = 'unpushed') as unpushed,
      count(*) filter (where push_state <> 'unpushed' and active.product_id is not null) as active
    from product p left join (select distinct product_id from listing where workplace_id = ${workplaceId}
      and state <> 'removed' and (state <> 'failed' or external_product_id is not null) and publish_status = 'active') active on active.product_id = p.product_id
    where p.workplace_id = ${workplaceId} and p.deleted_at is null`);
  const { pushed, unpushed, active } = row ?? { pushed: 0, unpushed: 0, active: 0 };
  return {
    total_pushed: pushed,
    total_unpushed: unpushed,
    total_pushed_active: active,
    total_pushed_draft: pushed - active,
  };
}
