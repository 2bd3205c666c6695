import type { ApiToken } from '@quayside/contracts';
import { type Executor, type Sql, sql } from '../../db/index.ts';

const COLUMNS = sql`token_id, name, tail, scopes, store_ids, created_at, expires_at, last_used_at, last_used_ip,
  case when revoked_at is not null then 'revoked' when expires_at < now() then 'expired' else 'active' end as state`;

const find = (ex: Executor, workplaceId: string, which: Sql): Promise<ApiToken[]> =>
  ex.rows<ApiToken>(sql`select ${COLUMNS} from api_token where workplace_id = ${workplaceId} ${which}
    order by created_at desc, token_id limit 500`);

export const listTokens = (ex: Executor, workplaceId: string): Promise<ApiToken[]> => find(ex, workplaceId, sql``);

export const findToken = async (ex: Executor, workplaceId: string, tokenId: string): Promise<ApiToken | undefined> =>
  (await find(ex, workplaceId, sql`and token_id = ${tokenId}`))[0];
