import type { ReturnAddress } from '@quayside/contracts';
import type { AddressRow } from '../tables.ts';

export const addressView = ({
  return_address_id,
  store_id,
  source,
  address,
  updated_at,
}: AddressRow): ReturnAddress => ({
  return_address_id,
  ...address,
  store_id,
  source,
  updated_at,
});
