import type { SupplierId } from '@quayside/connector-kit';
import { contracts } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { say } from '../../http/messages.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { listStores } from '../connections/index.ts';
import { unmappedProducts } from '../orders/index.ts';
import type { CopyPorts } from '../products/index.ts';
import { checkMappings, sendMappingChecks } from './actions/check-mappings.ts';
import { type CreatePorts, createFromUnmapped } from './actions/create-from-unmapped.ts';
import { mapGroup } from './actions/map-group.ts';
import { mapRecommended } from './actions/map-recommended.ts';
import { mapVariants } from './actions/map-variants.ts';
import { readPictures } from './actions/read-pictures.ts';
import { type ReplacePorts, replaceSupplier } from './actions/replace-supplier.ts';
import { suggestMappings } from './actions/suggest-mappings.ts';
import { checkMappingsJob, readPicturesJob, sendMappingChecksJob, suggestMappingsJob } from './jobs/mapping.ts';
import { proposalRoutes } from './proposal-routes.ts';
import { findPlatformProduct } from './queries/platform-product.ts';
import { findProductMapping } from './queries/product-mapping.ts';
import { recommendAll } from './queries/recommend-unmapped.ts';
import { findSourceVariants } from './queries/source-variants.ts';
import { suggestionRoutes } from './suggestion-routes.ts';
import { unmappedRoutes } from './unmapped-routes.ts';

/** Which supplier variant is bought when a store sells one of its variants. */
export function register(deps: Deps, ports: ReplacePorts & CreatePorts & CopyPorts): Feature {
  const calls = contracts.mapping;
  const mappingOf = (who: Who, productId: string, storeId?: string) =>
    deps.db.read(who.scope, (ex) => findProductMapping(ex, who.workplaceId, productId, storeId));

  return {
    jobs: [
      handler(sendMappingChecksJob, () => sendMappingChecks(deps)),
      handler(suggestMappingsJob, ({ accountId, workplaceId }, run) =>
        suggestMappings(deps, { accountId, workplaceId }, run.signal),
      ),
      handler(readPicturesJob, ({ accountId, workplaceId }, run) =>
        readPictures(deps, { accountId, workplaceId }, run.signal),
      ),
      handler(checkMappingsJob, ({ workplaceId }, run) => checkMappings(deps, ports, workplaceId, run.signal)),
    ],
    routes(app) {
      route(app, calls.recommendUnmapped, ({ query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const rows = await unmappedProducts(ex, who.workplaceId, query);
          const stores = new Map((await listStores(ex, who.workplaceId, true)).map((store) => [store.store_id, store]));
          const page = rows.slice(0, query.page_size);
          const found = await recommendAll(ex, who.workplaceId, page, stores);
          const last = page.at(-1);
          return {
            items: page.flatMap(({ image_url, ...row }, at) => {
              const store = stores.get(row.store_id);
              if (!store) return [];
              const best = found[at];
              return [
                {
                  ...row,
                  store_name: store.store_name,
                  platform: store.platform,
                  is_sandbox: store.mode === 'sandbox',
                  image: image_url,
                  recommendation: best
                    ? {
                        product_id: best.candidate.product_id,
                        variant_id: best.candidate.variant_id,
                        source: best.candidate.source,
                        source_product_id: best.candidate.source_product_id,
                        sku_id: best.candidate.source_variant_id,
                        title: best.candidate.title,
                        option_values: best.candidate.option_values,
                        image: best.candidate.image_url,
                        cost: { amount: best.candidate.cost, currency: best.candidate.currency },
                        confidence: best.confidence,
                        reasons: best.reasons,
                      }
                    : null,
                },
              ];
            }),
            ...(rows.length > query.page_size && last ? { next_cursor: last.channel_product_id } : {}),
          };
        }),
      );

      unmappedRoutes(app, deps, ports);
      proposalRoutes(app, deps, ports);
      suggestionRoutes(app, deps);
      route(app, calls.createFromUnmapped, async ({ body }, who, reply) => {
        const ids = [...new Set(body.channel_product_ids)];
        const { created, failed } = await createFromUnmapped(deps, ports, who.scope, ids);
        if (created.length > 0) reply.message('MAPPING_SAVED');
        return {
          items: created.map(({ channelProductId, confidence, productId, reasons, wasThere }) => ({
            channel_product_id: channelProductId,
            product_id: productId,
            already_imported: wasThere,
            confidence,
            reasons,
          })),
          failed: Object.fromEntries(
            [...failed].map(([id, error]) => [
              id,
              { key: error.messageKey, text: say(who.locale, error.messageKey, error.params) },
            ]),
          ),
        };
      });

      route(app, calls.platformProduct, ({ params, query }, who) =>
        deps.db.read(who.scope, (ex) => findPlatformProduct(ex, who.workplaceId, params.id, query.store_id)),
      );

      route(app, calls.mapRecommended, async ({ body }, who, reply) => {
        const done = await mapRecommended(deps, who.scope, body);
        if (done.mapped > 0) reply.message('MAPPING_SAVED');
        return done;
      });

      route(app, calls.sourceVariants, ({ params, query }, who) =>
        findSourceVariants(deps, who.scope, params.id, query),
      );

      route(app, calls.productMapping, async ({ params, query }, who) => ({
        items: await mappingOf(who, params.id, query.store_id),
      }));

      for (const declared of [calls.mapVariant, calls.mapVariantLegacy])
        route(app, declared, async ({ body, params }, who, reply) => {
          const mapped = await mapVariants(deps, who.scope, params.id, body.items);
          reply.message('MAPPING_SAVED');
          return { mapped, items: await mappingOf(who, params.id) };
        });

      for (const declared of [calls.mapGroup, calls.mapGroupLegacy])
        route(app, declared, async ({ body, params }, who, reply) => {
          const { leftOut, mapped } = await mapGroup(deps, who.scope, params.id, {
            ...body,
            source: body.source as SupplierId,
          });
          if (mapped > 0) reply.message('MAPPING_SAVED');
          return {
            mapped,
            left_out: leftOut.map(({ external_variant_id, option_values }) => ({
              external_variant_id,
              variant_title: option_values.join(' / '),
            })),
            items: await mappingOf(who, params.id),
          };
        });

      for (const declared of [calls.replace, calls.replaceLegacy])
        route(app, declared, async ({ body, params }, who, reply) => {
          const wish = { ...body, source: body.source as SupplierId };
          const { items, product, source } = await replaceSupplier(deps, ports, who.scope, params.id, wish);
          if (!body.preview) reply.message('SUPPLIER_REPLACED');
          return {
            replaced: !body.preview,
            source: source.source,
            source_product_id: source.source_product_id,
            title: source.title,
            image: source.image_urls[0] ?? null,
            items: items.map(({ confidence, partner, variant }) => ({
              variant_id: variant.variant_id,
              option_values: variant.option_values,
              sku_id: partner?.sourceVariantId ?? null,
              new_option_values: partner?.optionValues ?? [],
              confidence,
              cost_before: { amount: variant.cost, currency: product.currency },
              cost_after: partner ? { amount: partner.cost, currency: source.currency } : null,
            })),
          };
        });
    },
  };
}
