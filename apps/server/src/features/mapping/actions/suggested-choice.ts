import type { MappingCandidate } from '../../products/index.ts';
import type { Suggested } from '../tables.ts';
import type { VariantChoices } from './save-mappings.ts';

/** The supplier choice that a suggestion gives its variant. */
export const toSuggestedChoice = (
  one: Pick<Suggested, 'store_id' | 'external_product_id' | 'external_variant_id' | 'title' | 'variant_title'>,
  partner: MappingCandidate,
): VariantChoices => ({
  store_id: one.store_id,
  external_product_id: one.external_product_id,
  external_variant_id: one.external_variant_id,
  title: one.title,
  variant_title: one.variant_title,
  choices: [
    {
      ship_to: [],
      component: {
        source: partner.source,
        mode: partner.mode,
        source_product_id: partner.source_product_id,
        source_variant_id: partner.source_variant_id,
        source_sku: partner.source_sku,
        title: partner.title,
        option_values: partner.option_values,
        image_url: partner.image_url,
        unit_cost: partner.cost,
        cost_currency: partner.currency,
        quantity: 1,
      },
    },
  ],
});
