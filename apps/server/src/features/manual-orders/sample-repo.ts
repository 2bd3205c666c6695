import type { ChannelAddress } from '@quayside/connector-kit';
import type { OrderAddress } from '@quayside/contracts';
import { type Executor, json, sql } from '../../db/index.ts';
import { addressView } from '../orders/index.ts';

/** Where the workspace had its last sample sent. */
export async function sampleAddress(ex: Executor, workplaceId: string): Promise<OrderAddress | null> {
  const row = await ex.first<{ address: ChannelAddress }>(
    sql`select address from sample_address where workplace_id = ${workplaceId}`,
  );
  return row ? addressView(row.address) : null;
}

export const saveSampleAddress = (
  tx: Executor,
  workplaceId: string,
  address: ChannelAddress,
  now: string,
): Promise<number> =>
  tx.run(sql`insert into sample_address (workplace_id, address, updated_at) values (${workplaceId}, ${json(address)}, ${now})
    on conflict (workplace_id) do update set address = excluded.address, updated_at = excluded.updated_at
    where sample_address.address is distinct from excluded.address`);
