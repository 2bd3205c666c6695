import type { BulkChanges } from '@quayside/contracts';

/** The fields of the dialog as they are typed; an empty one changes nothing. */
export interface ChangeForm {
  title_prefix: string;
  title_suffix: string;
  title_find: string;
  title_replace: string;
  vendor: string;
  product_type: string;
  add_tags: string;
  remove_tags: string;
  hs_code: string;
  /** ISO 3166-1 alpha-2. */
  origin_country: string;
  price_percent: string;
  compare_at_percent: string;
  no_compare_at: boolean;
}

export const EMPTY_FORM: ChangeForm = {
  title_prefix: '',
  title_suffix: '',
  title_find: '',
  title_replace: '',
  vendor: '',
  product_type: '',
  add_tags: '',
  remove_tags: '',
  hs_code: '',
  origin_country: '',
  price_percent: '',
  compare_at_percent: '',
  no_compare_at: false,
};

type NumberField = 'price_percent' | 'compare_at_percent';
export type WrongField = NumberField | 'hs_code';
/** Smallest and largest percentage. Source: the call's own limits. */
const RANGES: Readonly<Record<NumberField, readonly [number, number]>> = {
  price_percent: [-99, 1_000],
  compare_at_percent: [1, 1_000],
};
const MOST_TAGS = 50;
/** Source: the call's own limits. */
const HS_CODE = /^\d{6,13}$/;

/** undefined: nothing is typed; null: what is typed is no percentage. */
function percentOf(text: string, field: NumberField): number | null | undefined {
  const typed = text.trim().replace(/\s*%$/, '').replace('−', '-');
  if (typed === '') return undefined;
  const [least, most] = RANGES[field];
  const value = Number(typed);
  return Number.isInteger(value) && value >= least && value <= most ? value : null;
}

function tagsOf(text: string): string[] | undefined {
  const tags = [...new Set(text.split(/[,،，]/).map((tag) => tag.trim()))].filter((tag) => tag !== '');
  return tags.length > 0 ? tags.slice(0, MOST_TAGS) : undefined;
}

/** What the form asks for; undefined while nothing is asked for, or something typed is wrong. */
export function toChanges(form: ChangeForm): { changes: BulkChanges | undefined; wrong: WrongField[] } {
  const price = percentOf(form.price_percent, 'price_percent');
  const compare = form.no_compare_at ? undefined : percentOf(form.compare_at_percent, 'compare_at_percent');
  const wrong: WrongField[] = [];
  const hsCode = form.hs_code.replace(/[\s.]/g, '');
  if (hsCode && !HS_CODE.test(hsCode)) wrong.push('hs_code');
  if (price === null) wrong.push('price_percent');
  if (compare === null) wrong.push('compare_at_percent');
  const changes: BulkChanges = {
    ...(form.title_prefix.trim() ? { title_prefix: form.title_prefix } : {}),
    ...(form.title_suffix.trim() ? { title_suffix: form.title_suffix } : {}),
    ...(form.title_find ? { title_find: form.title_find, title_replace: form.title_replace } : {}),
    ...(form.vendor.trim() ? { vendor: form.vendor.trim() } : {}),
    ...(form.product_type.trim() ? { product_type: form.product_type.trim() } : {}),
    ...(tagsOf(form.add_tags) ? { add_tags: tagsOf(form.add_tags) } : {}),
    ...(tagsOf(form.remove_tags) ? { remove_tags: tagsOf(form.remove_tags) } : {}),
    ...(hsCode ? { hs_code: hsCode } : {}),
    ...(form.origin_country ? { origin_country: form.origin_country } : {}),
    ...(typeof price === 'number' && price !== 0 ? { price_percent: price } : {}),
    ...(form.no_compare_at ? { compare_at_percent: null } : {}),
    ...(typeof compare === 'number' ? { compare_at_percent: compare } : {}),
  };
  return { changes: wrong.length === 0 && Object.keys(changes).length > 0 ? changes : undefined, wrong };
}
