import type { ChannelListingOptions, SplitOptions } from '@quayside/contracts';
import { type Executor, json, sql } from '../../db/index.ts';

/** Listing options by platform, for channels that don't follow the workspace. */
export type ChannelOptions = Readonly<Record<string, ChannelListingOptions>>;

export interface SavedSettings {
  split: SplitOptions;
  is_publish: boolean;
  allow_sell_out_of_stock: boolean;
  channels: ChannelOptions;
}

export type StoredSettings = SavedSettings & { revision: number; updated_at: string };

type Row = SplitOptions & Omit<StoredSettings, 'split'>;

/** A workspace's product settings; undefined: never saved. */
export async function findProductSettings(ex: Executor, workplaceId: string): Promise<StoredSettings | undefined> {
  const row =
    await ex.first<Row>(sql`select split_threshold as threshold, split_logic, split_handle, max_variants_per_product,
      max_create_products, is_publish, allow_sell_out_of_stock, channels, revision, updated_at
    from product_setting where workplace_id = ${workplaceId}`);
  if (!row) return undefined;
  const { threshold, split_logic, split_handle, max_variants_per_product, max_create_products, ...rest } = row;
  return { ...rest, split: { threshold, split_logic, split_handle, max_variants_per_product, max_create_products } };
}

/** Adds the settings. false: another person saved some meanwhile. */
export const insertProductSettings = async (
  tx: Executor,
  workplaceId: string,
  { split, is_publish, allow_sell_out_of_stock, channels }: SavedSettings,
): Promise<boolean> =>
  (await tx.run(sql`insert into product_setting (workplace_id, split_threshold, split_logic, split_handle,
      max_variants_per_product, max_create_products, is_publish, allow_sell_out_of_stock, channels)
    values (${workplaceId}, ${split.threshold}, ${split.split_logic}, ${split.split_handle},
      ${split.max_variants_per_product}, ${split.max_create_products}, ${is_publish}, ${allow_sell_out_of_stock},
      ${json(channels)})
    on conflict do nothing`)) > 0;

/** Replaces the settings at a revision. false: they were changed meanwhile. */
export const updateProductSettings = async (
  tx: Executor,
  workplaceId: string,
  { split, is_publish, allow_sell_out_of_stock, channels }: SavedSettings,
  revision: number,
): Promise<boolean> =>
  (await tx.run(sql`update product_setting set split_threshold = ${split.threshold}, split_logic = ${split.split_logic},
      split_handle = ${split.split_handle}, max_variants_per_product = ${split.max_variants_per_product},
      max_create_products = ${split.max_create_products}, is_publish = ${is_publish},
      allow_sell_out_of_stock = ${allow_sell_out_of_stock}, channels = ${json(channels)}, revision = revision + 1,
      updated_at = now()
    where workplace_id = ${workplaceId} and revision = ${revision}`)) > 0;
