import { type Executor, sql } from '../../../db/index.ts';

export interface TagCount {
  tag: string;
  products: number;
}

/** Tags of the workspace's products, most used first. `keyword`: their beginning, ignoring case. */
export const listTags = (
  ex: Executor,
  workplaceId: string,
  ask: { keyword?: string | undefined; page_size: number },
): Promise<TagCount[]> =>
  ex.rows<TagCount>(sql`select tag, count(*)::int as products
    from (select unnest(tags) as tag from product where workplace_id = ${workplaceId} and deleted_at is null) used
    where starts_with(lower(tag), ${(ask.keyword ?? '').toLowerCase()})
    group by tag order by products desc, tag limit ${ask.page_size}`);
