import type { Enhancement } from '@quayside/contracts';

type Field = Enhancement['fields'][number];

/** Fields of a proposal that can be accepted as the product stands, those among them that were undone before. */
export const openFields = ({ fields }: Pick<Enhancement, 'fields'>): Field[] =>
  fields.filter((field) => field.state !== 'accepted' && !field.is_stale);

/** Whether a proposal has a field that is accepted among many: nobody undid it, and there is nothing to be looked at. */
export const isReady = (one: Pick<Enhancement, 'fields' | 'state'>): boolean =>
  one.state === 'proposed' &&
  openFields(one).some(
    (field) => field.state === 'open' && field.unknown_numbers.length === 0 && field.forbidden_words.length === 0,
  );
