import type { SourceDetail } from '@quayside/contracts';

export type SourceVariant = SourceDetail['variants'][number];
export type SourceOption = SourceDetail['options'][number];
/** Chosen value by option name. */
export type Choice = Readonly<Record<string, string>>;

/** The value a variant has for an option, as the option lists it. */
function namesOf(variant: SourceVariant, option: string): readonly (string | null)[] {
  const own = variant.sku_property.find((property) => property.sku_property_name === option);
  return own ? [own.sku_property_value, own.property_value_definition_name] : [];
}

const fits = (variant: SourceVariant, choice: Choice): boolean =>
  Object.entries(choice).every(([option, value]) => namesOf(variant, option).includes(value));

/** The variant that is meant; only when a value is chosen for every option. A product without options has one variant. */
export function matchVariant(
  detail: Pick<SourceDetail, 'options' | 'variants'>,
  choice: Choice,
): SourceVariant | undefined {
  const chosen = detail.options.filter((option) => choice[option.name] !== undefined);
  if (chosen.length !== detail.options.length) return undefined;
  if (detail.options.length === 0) return detail.variants.length === 1 ? detail.variants[0] : undefined;
  return detail.variants.find((variant) => fits(variant, choice));
}

/** The values chosen by a variant's id, for an address that names it. */
export function getChoice(detail: Pick<SourceDetail, 'options' | 'variants'>, skuId: string | undefined): Choice {
  const variant = detail.variants.find((one) => one.sku_id === skuId);
  if (!variant) return onlyValues(detail.options);
  return Object.fromEntries(
    detail.options.flatMap((option) => {
      const held = namesOf(variant, option.name);
      const value = option.values.find((one) => held.includes(one.value));
      return value ? [[option.name, value.value]] : [];
    }),
  );
}

/** Options with a single value need no choosing. */
function onlyValues(options: readonly SourceOption[]): Choice {
  return Object.fromEntries(
    options.flatMap((option) =>
      option.values.length === 1 && option.values[0] ? [[option.name, option.values[0].value]] : [],
    ),
  );
}

/** Whether a value can still lead to a variant with stock, the other choices kept. */
export function isOffered(
  detail: Pick<SourceDetail, 'variants'>,
  choice: Choice,
  option: string,
  value: string,
): boolean {
  const wanted = { ...choice, [option]: value };
  return detail.variants.some((variant) => variant.stock !== 0 && fits(variant, wanted));
}
