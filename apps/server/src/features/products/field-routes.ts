import { contracts } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { findStore, problemAnswer } from '../connections/index.ts';
import { chooseFields } from './actions/choose-fields.ts';
import { keepValues } from './actions/keep-values.ts';
import { pushAgain } from './actions/push-again.ts';
import { requestReading } from './actions/read-listings.ts';
import { saveOwners } from './actions/save-owners.ts';
import { listingAnswer } from './answers.ts';
import type { ProductPorts } from './ports.ts';
import { findDifferences } from './queries/field-differences.ts';
import { oneListing } from './queries/list-products.ts';
import { previewPush } from './queries/push-preview.ts';
import { FIELD_NAMES, fieldNamed } from './rules/field-text.ts';
import { pathOf } from './rules/listing-fields.ts';

/** Calls about whose value a field of a listing keeps. */
export function fieldRoutes(app: HttpApp, deps: Deps, { metafields }: Pick<ProductPorts, 'metafields'>): void {
  const calls = contracts.listingFields;

  route(app, calls.differences, ({ params }, who) =>
    deps.db.read(who.scope, async (ex) => {
      const row = await oneListing(ex, who.workplaceId, params.listing_id);
      const found = row && (await findDifferences(ex, deps, who.workplaceId, params.listing_id));
      if (!row || !found) throw notFound('LISTING_NOT_FOUND');
      return {
        listing: listingAnswer(row, who.locale),
        read_at: found.record.readAt,
        items: found.items,
        counts: found.counts,
        metafields:
          (await metafields?.differences(ex, who.workplaceId, {
            listingId: row.listing_id,
            productId: row.product_id,
            storeId: row.store_id,
          })) ?? [],
        ours_wins: [...found.record.oursWins].map((field) => FIELD_NAMES[field]),
      };
    }),
  );

  route(app, calls.choose, ({ body }, who) =>
    chooseFields(
      deps,
      who.scope,
      body.items.map(({ listing_id: listingId, fields, choice }) => ({
        listingId,
        choice,
        ...(fields ? { paths: fields.map((one) => pathOf(fieldNamed(one.field), one.variant_id)) } : {}),
      })),
    ),
  );

  route(app, calls.keep, ({ params, body }, who) => keepValues(deps, who.scope, params.listing_id, body.fields));

  route(app, calls.read, async ({ body }, who) => ({
    listings: await requestReading(deps, who.scope, body.listing_ids),
  }));

  route(app, calls.owners, async ({ body }, who) => {
    const store = await deps.db.read(who.scope, (ex) => findStore(ex, who.workplaceId, body.store_id));
    if (!store) throw notFound('STORE_NOT_FOUND');
    await saveOwners(deps, who.scope, body.store_id, body.fields.map(fieldNamed));
    return { fields: body.fields };
  });

  route(app, calls.pushPreview, ({ body }, who) =>
    deps.db.read(who.scope, async (ex) => ({
      stores: await previewPush(
        ex,
        deps,
        who.workplaceId,
        {
          productIds: body.product_ids,
          storeIds: body.store_ids,
          settings: body.push_settings,
          rates: body.rates ?? {},
          ...(body.price_ending ? { priceEnding: body.price_ending } : {}),
        },
        metafields,
      ),
    })),
  );

  route(app, calls.pushAgain, async ({ body }, who) => {
    const { items, failed } = await pushAgain(deps, who.scope, body.product_ids, body.store_ids);
    const problems = [...failed].map(([id, problem]) => [
      id,
      problemAnswer(who.locale, problem) ?? { key: problem.key, text: problem.key },
    ]);
    return { items, failed: Object.fromEntries(problems) };
  });
}
