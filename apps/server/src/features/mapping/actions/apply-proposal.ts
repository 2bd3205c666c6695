import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { moveVariants, moveVariantsBack, storeVariantsOfSource } from '../../products/index.ts';
import { findMappedBy } from '../healing-repo.ts';
import { decideProposals, saveApplied } from '../proposal-repo.ts';
import { findChoices, lockMappings } from '../repo.ts';
import type { Applied, Component, ComponentRow, Partner, Proposal, SourceVariantKey } from '../tables.ts';
import { remapVariants } from './hold-orders.ts';
import { saveMappings, type VariantChoices } from './save-mappings.ts';

export interface HealPorts {
  /** What was seen of a product at its supplier counts no longer. */
  onReplaced(tx: Executor, scope: WorkplaceScope, productId: string): Promise<unknown>;
}

type StoreVariantKey = { store_id: string; external_variant_id: string };

const isOf = (row: SourceVariantKey, name: SourceVariantKey): boolean =>
  row.source === name.source &&
  row.mode === name.mode &&
  row.source_product_id === name.source_product_id &&
  row.source_variant_id === name.source_variant_id;

const toComponent = (row: ComponentRow): Component => ({
  source: row.source,
  mode: row.mode,
  source_product_id: row.source_product_id,
  source_variant_id: row.source_variant_id,
  source_sku: row.source_sku,
  title: row.title,
  option_values: row.option_values,
  image_url: row.image_url,
  unit_cost: row.unit_cost,
  cost_currency: row.cost_currency,
  quantity: row.quantity,
});

const partnerComponent = (partner: Partner, mode: Component['mode'], quantity: number): Component => ({
  source: partner.source,
  mode,
  source_product_id: partner.source_product_id,
  source_variant_id: partner.source_variant_id,
  source_sku: partner.sku,
  title: partner.title,
  option_values: partner.option_values,
  image_url: partner.image_url,
  unit_cost: partner.cost,
  cost_currency: partner.currency,
  quantity,
});

/** The choices of stores' variants, with `change` made to each component. */
async function changedChoices(
  tx: Executor,
  workplaceId: string,
  variants: readonly StoreVariantKey[],
  change: (row: ComponentRow) => Component,
): Promise<VariantChoices[]> {
  const rows: VariantChoices[] = [];
  for (const [storeId, own] of Map.groupBy(variants, (one) => one.store_id)) {
    const ids = own.map((one) => one.external_variant_id);
    const found = Map.groupBy(await findChoices(tx, workplaceId, storeId, ids), (row) => row.external_variant_id);
    for (const [first, ...others] of found.values())
      if (first)
        rows.push({
          store_id: storeId,
          external_product_id: first.external_product_id,
          external_variant_id: first.external_variant_id,
          title: first.mapped_title,
          variant_title: first.mapped_variant_title,
          choices: [first, ...others].map((row) => ({
            component: change(row),
            further: row.further.map(change),
            ship_to: row.ship_to,
          })),
        });
  }
  return rows;
}

/**
 * Buys the proposed variant wherever the missing one is bought: in the products imported from it, in stores' choices, and,
 * if it belongs to another supplier product, by a choice for each listed variant. Open orders are matched again in the same
 * transaction. false: nothing buys the missing variant any more.
 */
export async function applyProposal(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  ports: HealPorts,
  scope: WorkplaceScope,
  proposal: Proposal & { partner: Partner },
  automatic: boolean,
): Promise<boolean> {
  const { workplaceId } = scope;
  const { mode, partner } = proposal;
  await lockMappings(tx, workplaceId);
  const mapped = await findMappedBy(tx, workplaceId, proposal);
  const listed = await storeVariantsOfSource(tx, workplaceId, proposal);
  const isSameProduct = partner.source === proposal.source && partner.source_product_id === proposal.source_product_id;
  const variants = isSameProduct
    ? await moveVariants(tx, workplaceId, proposal, {
        source_variant_id: partner.source_variant_id,
        source_sku: partner.sku,
        cost: partner.cost,
        stock: partner.stock,
        source_weight_grams: partner.weight_grams,
        currency: partner.currency,
      })
    : [];
  const moved = new Set(variants.map((one) => one.product_id));
  const replaced = await changedChoices(tx, workplaceId, mapped, (row) =>
    isOf(row, proposal) ? partnerComponent(partner, mode, row.quantity) : toComponent(row),
  );
  const chosen = new Set<string>();
  for (const [storeId, own] of Map.groupBy(listed, (one) => one.store_id)) {
    const ids = own.map((one) => one.external_variant_id);
    for (const row of await findChoices(tx, workplaceId, storeId, ids))
      chosen.add(`${storeId} ${row.external_variant_id}`);
  }
  const added: VariantChoices[] = listed
    .filter((one) => !moved.has(one.product_id) && !chosen.has(`${one.store_id} ${one.external_variant_id}`))
    .map((one) => ({
      store_id: one.store_id,
      external_product_id: one.external_product_id,
      external_variant_id: one.external_variant_id,
      title: one.title,
      variant_title: one.option_values.join(' / '),
      choices: [{ component: partnerComponent(partner, mode, 1), ship_to: [] }],
    }));
  if (variants.length === 0 && replaced.length === 0 && added.length === 0) {
    await decideProposals(tx, workplaceId, [proposal.proposal_id], 'closed');
    return false;
  }
  const applied: Applied = {
    variants,
    mappings: [
      ...replaced.map((one) => ({ ...keyOf(one), added: false })),
      ...added.map((one) => ({ ...keyOf(one), added: true })),
    ],
    former: {
      source: proposal.source,
      mode,
      source_product_id: proposal.source_product_id,
      source_variant_id: proposal.source_variant_id,
      source_sku: proposal.source_sku,
      title: proposal.title,
      option_values: proposal.option_values,
      image_url: proposal.image_url,
      unit_cost: null,
      cost_currency: partner.currency,
      quantity: 1,
    },
  };
  await saveApplied(tx, workplaceId, proposal.proposal_id, applied, automatic);
  if (replaced.length + added.length > 0) await saveMappings(tx, deps, scope, [...replaced, ...added]);
  for (const productId of moved) await ports.onReplaced(tx, scope, productId);
  await remapVariants(
    tx,
    deps,
    scope,
    listed.filter((one) => moved.has(one.product_id)),
  );
  return true;
}

const keyOf = ({ external_variant_id, store_id }: StoreVariantKey): StoreVariantKey => ({
  store_id,
  external_variant_id,
});

/** Undoes an applied proposal where its partner is still bought. false: nothing is left of it. */
export async function undoProposal(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  ports: HealPorts,
  scope: WorkplaceScope,
  proposal: Proposal & { partner: Partner; applied: Applied },
): Promise<boolean> {
  const { workplaceId } = scope;
  const { applied, mode, partner } = proposal;
  await lockMappings(tx, workplaceId);
  const partnerName = { ...partner, mode };
  const isPartner = (row: ComponentRow): boolean => isOf(row, partnerName);
  const held = await moveVariantsBack(tx, workplaceId, partner.source_variant_id, applied.variants);
  const before = applied.mappings.filter((one) => !one.added);
  const changed: VariantChoices[] = [];
  for (const one of await changedChoices(tx, workplaceId, before, (row) =>
    isPartner(row) ? { ...applied.former, quantity: row.quantity } : toComponent(row),
  ))
    if (one.choices.some(({ component, further = [] }) => [component, ...further].some((part) => isOf(part, proposal))))
      changed.push(one);
  const added = await changedChoices(
    tx,
    workplaceId,
    applied.mappings.filter((one) => one.added),
    toComponent,
  );
  // A choice that was added is removed, unless somebody changed it since.
  const removed = added
    .filter(({ choices }) => choices.length === 1 && choices[0] && isOf(choices[0].component, partnerName))
    .map((one) => ({ ...one, choices: [] }));
  await decideProposals(tx, workplaceId, [proposal.proposal_id], 'undone');
  if (held.length + changed.length + removed.length === 0) return false;
  if (changed.length + removed.length > 0) await saveMappings(tx, deps, scope, [...changed, ...removed]);
  for (const productId of held) await ports.onReplaced(tx, scope, productId);
  const listed = await storeVariantsOfSource(tx, workplaceId, proposal);
  await remapVariants(
    tx,
    deps,
    scope,
    listed.filter((one) => held.includes(one.product_id)),
  );
  return true;
}
