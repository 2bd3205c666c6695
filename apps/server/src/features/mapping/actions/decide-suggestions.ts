import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { importedVariants } from '../../products/index.ts';
import { findChoices, mappedVariants } from '../repo.ts';
import { decideSuggestions, lockSuggestions, readMapFrom, writeMapFrom } from '../suggestion-repo.ts';
import { type Decided, decideEach } from './decide-each.ts';
import { requestSuggestions } from './request-suggestions.ts';
import { saveMappings } from './save-mappings.ts';
import { toSuggestedChoice } from './suggested-choice.ts';

const refusal = (key: string): AppError => new AppError('BAD_REQUEST', key);

const SUGGESTIONS = { lock: lockSuggestions, notFound: 'SUGGESTION_NOT_FOUND' };

/** Gives the variants their proposed supplier variants; accepting an applied one again changes nothing. */
export const acceptSuggestions = (deps: Deps, scope: WorkplaceScope, ids: readonly string[]): Promise<Decided> =>
  decideEach(deps, scope, ids, SUGGESTIONS, async (tx, row) => {
    const { workplaceId } = scope;
    const { external_variant_id: variantId, partner, store_id: storeId, suggestion_id: id } = row;
    if (row.state === 'applied') return;
    if (!partner) throw refusal('SUGGESTION_NO_PARTNER');
    if ((await mappedVariants(tx, workplaceId, storeId, [variantId])).has(variantId))
      throw refusal('SUGGESTION_MAPPED_SINCE');
    // As imported now: the product may have been deleted or changed since it was proposed.
    const [now] = await importedVariants(tx, workplaceId, [partner]);
    if (!now) throw refusal('SUGGESTION_GONE');
    await decideSuggestions(tx, workplaceId, [id], { state: 'applied' });
    await saveMappings(tx, deps, scope, [
      toSuggestedChoice(row, { ...partner, cost: now.cost, currency: now.currency, image_url: now.image_url }),
    ]);
  });

/** Leaves the variants without a supplier, until another variant is proposed. */
export const refuseSuggestions = (deps: Deps, scope: WorkplaceScope, ids: readonly string[]): Promise<Decided> =>
  decideEach(deps, scope, ids, SUGGESTIONS, async (tx, row) => {
    if (row.state === 'refused') return;
    if (row.state === 'applied') throw refusal('SUGGESTION_APPLIED');
    await decideSuggestions(tx, scope.workplaceId, [row.suggestion_id], { state: 'refused' });
  });

/** Takes away the supplier choices that suggestions gave, where they weren't changed since. */
export const undoSuggestions = (deps: Deps, scope: WorkplaceScope, ids: readonly string[]): Promise<Decided> =>
  decideEach(deps, scope, ids, SUGGESTIONS, async (tx, row) => {
    const { partner, store_id: storeId } = row;
    if (row.state === 'refused') return;
    if (row.state !== 'applied' || !partner) throw refusal('SUGGESTION_NOT_APPLIED');
    const [choice, ...others] = await findChoices(tx, scope.workplaceId, storeId, [row.external_variant_id]);
    const isOurs =
      choice?.source === partner.source &&
      choice.source_product_id === partner.source_product_id &&
      choice.source_variant_id === partner.source_variant_id &&
      choice.quantity === 1 &&
      choice.ship_to.length === 0;
    if (choice && (!isOurs || others.length > 0)) throw refusal('SUGGESTION_CHANGED_SINCE');
    await decideSuggestions(tx, scope.workplaceId, [row.suggestion_id], { state: 'refused' });
    if (choice) await saveMappings(tx, deps, scope, [{ ...toSuggestedChoice(row, partner), choices: [] }]);
  });

/** Saves from which confidence on suggestions are applied without asking, and compares all variants again. */
export const saveMapFrom = (deps: Deps, scope: WorkplaceScope, mapFrom: number | null): Promise<void> =>
  deps.db.tenant(scope, async (tx) => {
    const before = await readMapFrom(tx, scope.workplaceId);
    await writeMapFrom(tx, scope.workplaceId, mapFrom);
    if (mapFrom !== null && (before === null || mapFrom < before)) await requestSuggestions(tx, deps, scope, 0);
    await publish(tx, scope.workplaceId, 'products');
  });
