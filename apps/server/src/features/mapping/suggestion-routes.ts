import { contracts, DONE, type MappingSuggestion } from '@quayside/contracts';
import { AppError, isId } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import { say } from '../../http/messages.ts';
import { type HttpApp, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { listStores, type Store } from '../connections/index.ts';
import type { Decided } from './actions/decide-each.ts';
import { acceptSuggestions, refuseSuggestions, saveMapFrom, undoSuggestions } from './actions/decide-suggestions.ts';
import { requestSuggestions } from './actions/request-suggestions.ts';
import { countSuggestions, findRun, listSuggestions, readMapFrom } from './suggestion-repo.ts';
import type { Suggested } from './tables.ts';

const toView = (row: Suggested, store: Store): MappingSuggestion => ({
  suggestion_id: row.suggestion_id,
  store_id: row.store_id,
  store_name: store.store_name,
  platform: store.platform,
  is_sandbox: row.mode === 'sandbox',
  external_product_id: row.external_product_id,
  external_variant_id: row.external_variant_id,
  product_id: row.product_id,
  title: row.title,
  variant_title: row.variant_title,
  sku: row.sku,
  image: row.image_url,
  state: row.state,
  automatic: row.automatic,
  decided_at: row.decided_at,
  recommendation: row.partner && {
    product_id: row.partner.product_id,
    variant_id: row.partner.variant_id,
    source: row.partner.source,
    source_product_id: row.partner.source_product_id,
    sku_id: row.partner.source_variant_id,
    title: row.partner.title,
    option_values: row.partner.option_values,
    image: row.partner.image_url,
    cost: { amount: row.partner.cost, currency: row.partner.currency },
    confidence: row.confidence,
    reasons: row.reasons,
  },
});

/** "<confidence>:<id>"; a malformed cursor is the first page. */
function parseCursor(cursor: string | undefined): { confidence: number; id: string } | undefined {
  const [confidence = '', id = ''] = (cursor ?? '').split(':');
  return /^\d{1,3}$/.test(confidence) && isId(id) ? { confidence: Number(confidence), id } : undefined;
}

/** The threshold counts for all stores, so members limited to some of them don't set it. */
function requireAllStores(who: Who): void {
  if (who.storeIds) throw new AppError('FORBIDDEN', 'SUGGESTION_ALL_STORES');
}

/** Calls about variants of stores that no supplier is known for, and that needn't have been sold. */
export function suggestionRoutes(app: HttpApp, deps: Deps): void {
  const calls = contracts.mappingSuggestions;
  const setting = (who: Who) =>
    deps.db.read(who.scope, async (ex) => {
      const run = await findRun(ex, who.workplaceId);
      return {
        map_from: await readMapFrom(ex, who.workplaceId),
        checking: run?.is_checking ?? false,
        checked_at: run?.checked_at ?? null,
      };
    });
  const answer = (who: Who, { done, failed }: Decided) => ({
    done,
    failed: Object.fromEntries(
      [...failed].map(([id, error]) => [
        id,
        { key: error.messageKey, params: error.params, text: say(who.locale, error.messageKey, error.params) },
      ]),
    ),
  });

  route(app, calls.list, ({ query }, who) =>
    deps.db.read(who.scope, async (ex) => {
      const page = { ...query, after: parseCursor(query.cursor) };
      const rows = await listSuggestions(ex, who.workplaceId, page);
      const stores = new Map((await listStores(ex, who.workplaceId, true)).map((store) => [store.store_id, store]));
      const shown = rows.slice(0, query.page_size);
      const last = shown.at(-1);
      return {
        items: shown.flatMap((row) => {
          const store = stores.get(row.store_id);
          return store ? [toView(row, store)] : [];
        }),
        ...(rows.length > query.page_size && last ? { next_cursor: `${last.confidence}:${last.suggestion_id}` } : {}),
      };
    }),
  );
  route(app, calls.counts, ({ query }, who) =>
    deps.db.read(who.scope, (ex) => countSuggestions(ex, who.workplaceId, query)),
  );
  route(app, calls.setting, (_input, who) => setting(who));
  route(app, calls.saveSetting, async ({ body }, who, reply) => {
    requireAllStores(who);
    await saveMapFrom(deps, who.scope, body.map_from);
    reply.message('MAPPING_SETTING_SAVED');
    return setting(who);
  });
  route(app, calls.check, async (_input, who) => {
    await deps.db.tenant(who.scope, (tx) => requestSuggestions(tx, deps, who.scope, 0));
    return DONE;
  });
  route(app, calls.accept, async ({ body }, who) =>
    answer(who, await acceptSuggestions(deps, who.scope, body.suggestion_ids)),
  );
  route(app, calls.refuse, async ({ body }, who) =>
    answer(who, await refuseSuggestions(deps, who.scope, body.suggestion_ids)),
  );
  route(app, calls.undo, async ({ body }, who) =>
    answer(who, await undoSuggestions(deps, who.scope, body.suggestion_ids)),
  );
}
