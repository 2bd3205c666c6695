import {
  type FieldValue,
  type KeptFields,
  type ListingInput,
  PRODUCT_FIELDS,
  type ProductField,
  type StoreFields,
  VARIANT_FIELDS,
  type VariantField,
} from '@quayside/connector-kit';
import { type FieldChoice, isWritten, judgeField, nextSent, type SentValue, type Verdict } from './field-owner.ts';

/** A field of a listing: `title`, or the id of a variant and its field: `<variant id>/price`. */
export type FieldPath = string;
export type ListingField = ProductField | VariantField;

export const pathOf = (field: ListingField, variantId?: string): FieldPath =>
  variantId === undefined ? field : `${variantId}/${field}`;

export function partsOf(path: FieldPath): { field: ListingField; variantId: string | null } {
  const [first = '', second] = path.split('/');
  return second === undefined
    ? { field: first as ListingField, variantId: null }
    : { field: second as ListingField, variantId: first };
}

/** Fields in the order of the list, those of variants by variant. */
export function flatten(fields: StoreFields): Map<FieldPath, FieldValue> {
  const flat = new Map<FieldPath, FieldValue>();
  for (const field of PRODUCT_FIELDS) {
    const value = fields.product[field];
    if (value !== undefined) flat.set(pathOf(field), value);
  }
  for (const [variantId, own] of Object.entries(fields.variants))
    for (const field of VARIANT_FIELDS) {
      const value = own[field];
      if (value !== undefined) flat.set(pathOf(field, variantId), value);
    }
  return flat;
}

/** What we want a listing's fields to be. */
export const wantedFields = (input: ListingInput): Map<FieldPath, FieldValue> =>
  flatten({
    product: {
      title: input.title,
      descriptionHtml: input.descriptionHtml,
      ...(input.vendor === undefined ? {} : { vendor: input.vendor }),
      status: input.status,
      ...(input.seo ? { seoTitle: input.seo.title, seoDescription: input.seo.description } : {}),
      ...input.dimensions,
    },
    variants: Object.fromEntries(
      input.variants.map((variant) => [
        variant.ref,
        {
          price: variant.price.amount,
          compareAtPrice: variant.compareAtPrice?.amount ?? null,
          sku: variant.sku,
          ...(variant.barcode === undefined ? {} : { barcode: variant.barcode }),
          ...(variant.weightGrams === undefined ? {} : { weightGrams: variant.weightGrams }),
          sellsOutOfStock: input.allowSellOutOfStock,
          quantity: variant.quantity ?? null,
          ...variant.customs,
        },
      ]),
    ),
  });

/** What is known about the fields of a listing. */
export interface KnownFields {
  sent: ReadonlyMap<FieldPath, SentValue>;
  choices: Readonly<Record<FieldPath, FieldChoice>>;
  /** Fields in which ours always wins in this store. */
  oursWins: ReadonlySet<ListingField>;
}

/** Whose value each field keeps; see judgeField. */
export function judgeFields(
  wanted: ReadonlyMap<FieldPath, FieldValue>,
  held: ReadonlyMap<FieldPath, FieldValue>,
  { sent, choices, oursWins }: KnownFields,
): Map<FieldPath, Verdict> {
  return new Map(
    [...wanted].map(([path, ours]) => {
      const { field } = partsOf(path);
      const [before, there, choice] = [sent.get(path), held.get(path), choices[path]];
      const verdict = judgeField({
        field,
        ours,
        ...(before === undefined ? {} : { sent: before }),
        ...(there === undefined ? {} : { held: there }),
        ...(choice === undefined ? {} : { choice }),
        oursWins: oursWins.has(field),
      });
      return [path, verdict] as const;
    }),
  );
}

/** What an update must leave as it is. */
export function keptFields(verdicts: ReadonlyMap<FieldPath, Verdict>): KeptFields {
  const product = new Set<ProductField>();
  const variants = new Map<string, Set<VariantField>>();
  for (const [path, verdict] of verdicts) {
    if (isWritten(verdict)) continue;
    const { field, variantId } = partsOf(path);
    if (variantId === null) product.add(field as ProductField);
    else variants.set(variantId, (variants.get(variantId) ?? new Set()).add(field as VariantField));
  }
  return { product, variants };
}

/** The record after a push: `held` is what the store answered. */
export function sentAfter(
  wanted: ReadonlyMap<FieldPath, FieldValue>,
  verdicts: ReadonlyMap<FieldPath, Verdict> | undefined,
  held: ReadonlyMap<FieldPath, FieldValue>,
  before: ReadonlyMap<FieldPath, SentValue>,
): Map<FieldPath, SentValue> {
  const next = new Map<FieldPath, SentValue>();
  for (const [path, ours] of wanted) {
    const record = nextSent(verdicts?.get(path) ?? 'write', ours, before.get(path), held.get(path));
    if (record) next.set(path, record);
  }
  return next;
}

/** Fields that are the store's own, and those of them that both sides changed. */
export function countDifferences(verdicts: ReadonlyMap<FieldPath, Verdict>): { own: number; conflicts: number } {
  const count = (wanted: Verdict) => [...verdicts.values()].filter((verdict) => verdict === wanted).length;
  const conflicts = count('conflict');
  return { own: count('theirs') + conflicts, conflicts };
}
