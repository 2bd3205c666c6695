import { type Executor, sql } from '../../../db/index.ts';

export interface TagCount {
  tag: string;
  products: number;
}

/** Sorts after every other character. */
const LAST = '\u{10FFFF}';

/** Tags of the workspace's products, most used first; spellings that differ in case only are one. `keyword`: their beginning, ignoring case. */
export const listTags = (
  ex: Executor,
  workplaceId: string,
  ask: { keyword?: string | undefined; page_size: number },
): Promise<TagCount[]> =>
  ex.rows<TagCount>(sql`select min(tag) as tag, count(*)::int as products from product_tag
    where workplace_id = ${workplaceId} and word >= lower(${ask.keyword ?? ''}) and word < lower(${ask.keyword ?? ''}) || ${LAST}
    group by word order by products desc, word limit ${ask.page_size}`);
