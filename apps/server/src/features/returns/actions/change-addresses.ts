import { MOST_RETURN_ADDRESSES, type ReturnAddress, type ReturnPostalAddress } from '@quayside/contracts';
import { AppError, invalidField, isCountryCode, newId, notFound, notFoundField } from '@quayside/kernel';
import { type Executor, isUniqueViolation } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { findStore } from '../../connections/index.ts';
import { deleteAddress, findAddress, insertAddress, listAddresses, updateAddress } from '../address-repo.ts';
import { addressView } from '../queries/address-view.ts';
import type { AddressRow } from '../tables.ts';

type Input = ReturnPostalAddress & { store_id: string | null; source: string | null };

const sameScope = (a: Pick<AddressRow, 'store_id' | 'source'>, b: Pick<AddressRow, 'store_id' | 'source'>): boolean =>
  a.store_id === b.store_id && a.source === b.source;

const taken = ({ source }: Input): AppError =>
  invalidField(source !== null ? 'source' : 'store_id', 'RETURN_ADDRESS_TAKEN');

/** Throws by the field that is unknown, or taken by another address. */
async function refuseScope(
  tx: Executor,
  workplaceId: string,
  input: Input,
  others: readonly AddressRow[],
): Promise<void> {
  if (input.store_id !== null && !(await findStore(tx, workplaceId, input.store_id)))
    throw notFoundField('store_id', 'STORE_NOT_FOUND');
  if (!isCountryCode(input.country_code)) throw invalidField('country_code', 'ADDRESS_COUNTRY_UNKNOWN');
  if (others.some((one) => sameScope(one, input))) throw taken(input);
}

const postalOf = ({ store_id: _store, source: _source, ...address }: Input): ReturnPostalAddress => address;

async function reread(tx: Executor, workplaceId: string, id: string): Promise<ReturnAddress> {
  const row = await findAddress(tx, workplaceId, id);
  if (!row) throw new Error('saved return address not found');
  return addressView(row);
}

/** Adds a return address. */
export const createAddress = (deps: Deps, who: Who, input: Input): Promise<ReturnAddress> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    const known = await listAddresses(tx, workplaceId);
    if (known.length >= MOST_RETURN_ADDRESSES)
      throw new AppError('BAD_REQUEST', 'RETURN_ADDRESSES_TOO_MANY', { params: { most: MOST_RETURN_ADDRESSES } });
    await refuseScope(tx, workplaceId, input, known);
    const id = newId();
    const row = { id, store_id: input.store_id, source: input.source, address: postalOf(input) };
    if ((await insertAddress(tx, workplaceId, row)) === 0) throw taken(input);
    return reread(tx, workplaceId, id);
  });

async function writeAddress(tx: Executor, who: Who, id: string, input: Input): Promise<ReturnAddress> {
  const { workplaceId } = who;
  const known = await listAddresses(tx, workplaceId);
  if (!known.some((one) => one.return_address_id === id)) throw notFound('RETURN_ADDRESS_NOT_FOUND');
  const others = known.filter((one) => one.return_address_id !== id);
  await refuseScope(tx, workplaceId, input, others);
  const row = { id, store_id: input.store_id, source: input.source, address: postalOf(input) };
  if ((await updateAddress(tx, workplaceId, row)) === 0) throw notFound('RETURN_ADDRESS_NOT_FOUND');
  return reread(tx, workplaceId, id);
}

/** Changes a return address; approved returns keep theirs. */
export const saveAddress = (deps: Deps, who: Who, id: string, input: Input): Promise<ReturnAddress> =>
  deps.db
    .tenant(who.scope, (tx) => writeAddress(tx, who, id, input))
    .catch((error: unknown) => {
      // Somebody saved the same store or supplier between our check and our update.
      throw isUniqueViolation(error, 'return_address_one') ? taken(input) : error;
    });

export const removeAddress = async (deps: Deps, who: Who, id: string): Promise<void> => {
  const removed = await deps.db.tenant(who.scope, (tx) => deleteAddress(tx, who.workplaceId, id));
  if (removed === 0) throw notFound('RETURN_ADDRESS_NOT_FOUND');
};
