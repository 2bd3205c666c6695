import type { FieldValue } from '@quayside/connector-kit';
import type { StoreValues } from '@quayside/contracts';
import type { KEPT_FIELDS } from '@quayside/contracts/listing-field-names.ts';
import { LONGEST_SEO_DESCRIPTION, LONGEST_SEO_TITLE } from '@quayside/contracts/seo-limits.ts';

export type KeptField = (typeof KEPT_FIELDS)[number];

/** As long as the calls take them. */
const LONGEST: Record<Exclude<KeptField, 'status'>, number> = {
  title: 255,
  description_html: 100_000,
  vendor: 255,
  seo_title: LONGEST_SEO_TITLE,
  seo_description: LONGEST_SEO_DESCRIPTION,
};

/** What a store holds of a field as its own value of a product; undefined: it can't be one. */
export function keptValue(field: KeptField, held: FieldValue): Partial<StoreValues> | undefined {
  if (typeof held !== 'string') return undefined;
  if (field === 'status') return held === 'active' || held === 'draft' ? { status: held } : undefined;
  const text = field === 'description_html' ? held : held.trim();
  if (text.length > LONGEST[field] || (field === 'title' && text === '')) return undefined;
  return { [field]: text };
}
