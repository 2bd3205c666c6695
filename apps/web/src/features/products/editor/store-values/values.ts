import type { StoreField, StoreValues } from '@quayside/contracts';
import { STORE_FIELDS } from '@quayside/contracts/store-override-fields.ts';
import type { CallData } from '../../../../lib/api.ts';
import { same } from '../draft.ts';

export type StoreEntry = CallData<'GET /center/products/{id}/store-values'>['items'][number];

/** Whether a store has anything of its own. */
export const hasOwn = (values: StoreValues): boolean => STORE_FIELDS.some((field) => values[field] !== null);

/** Fields that differ between two sets of values. */
export const changedFields = (before: StoreValues, after: StoreValues): StoreField[] =>
  STORE_FIELDS.filter((field) => !same(before[field], after[field]));

/**
 * A person's changes put onto what somebody else saved meanwhile: what this person changed stays, the rest is as saved.
 * `both`: fields that both changed to different values.
 */
export function rebaseValues(
  base: StoreValues,
  mine: StoreValues,
  theirs: StoreValues,
): { draft: StoreValues; both: StoreField[] } {
  const own = changedFields(base, mine);
  const draft = { ...theirs };
  for (const field of own) Object.assign(draft, { [field]: mine[field] });
  return {
    draft,
    both: changedFields(base, theirs).filter((field) => own.includes(field) && !same(mine[field], theirs[field])),
  };
}

/** What has to be sent so that the server keeps `draft`; undefined: nothing differs from `base`. */
export function toChange(base: StoreValues, draft: StoreValues): Partial<StoreValues> | undefined {
  const fields = changedFields(base, draft);
  return fields.length > 0 ? Object.fromEntries(fields.map((field) => [field, draft[field]])) : undefined;
}

/** Nothing of its own. */
export const NO_OWN: StoreValues = {
  title: null,
  description_html: null,
  vendor: null,
  product_type: null,
  tags: null,
  seo_title: null,
  seo_description: null,
  status: null,
};
