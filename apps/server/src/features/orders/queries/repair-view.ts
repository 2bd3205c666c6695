import type { AddressProposalView } from '@quayside/contracts';
import { problemAnswer } from '../../connections/index.ts';
import type { OrderProposal } from '../actions/repair-addresses.ts';
import { ADDRESS_FIELDS } from '../rules/address.ts';

type Name = AddressProposalView['changes'][number]['field'];
const NAMES = new Map(Object.entries(ADDRESS_FIELDS).map(([name, field]) => [field as string, name as Name]));

/** A proposal for people, with field names of the API. */
export const repairView = (
  { order, changes, warnings, errors }: OrderProposal,
  locale: string,
): AddressProposalView => ({
  order_id: order.order_id,
  name: order.name,
  changes: changes.flatMap(({ field, ...rest }) => {
    const name = NAMES.get(field);
    return name ? [{ field: name, ...rest }] : [];
  }),
  warnings: [...errors, ...warnings].flatMap((one) => problemAnswer(locale, one) ?? []),
});
