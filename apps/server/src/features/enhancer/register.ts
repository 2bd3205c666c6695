import { type AiWriting, contracts, type EnhancementKind, type ServerSide } from '@quayside/contracts';
import { type MessageParams, notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { say } from '../../http/messages.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import type { Quota } from '../plans/index.ts';
import { acceptProposals, rollBack } from './actions/change-words.ts';
import { deleteSnapshots } from './actions/delete-snapshots.ts';
import { enhanceImported } from './actions/enhance-imported.ts';
import { saveSetting, turnRule } from './actions/set-writing.ts';
import { startEnhancement } from './actions/start-enhancement.ts';
import { writeWords } from './actions/write-words.ts';
import { enhancementAnswer } from './answers.ts';
import { enhanceContentJob } from './jobs/enhance-content.ts';
import { enhanceImportedJob } from './jobs/enhance-imported.ts';
import { listEnhancements, shownEnhancements } from './repo.ts';
import { findSetting } from './setting-repo.ts';
import { createWriter } from './writers/index.ts';

type Reasons = ReadonlyMap<string, string | { key: string; params: MessageParams }>;

const problems = (failed: Reasons, locale: string) =>
  Object.fromEntries(
    [...failed].map(([id, reason]) => {
      const { key, params } = typeof reason === 'string' ? { key: reason, params: {} } : reason;
      return [id, { key, params, text: say(locale, key, params) }];
    }),
  );

/** Improved product texts from a model or the template writer: proposed, accepted by field, and undone. */
export function register(deps: Deps, ports: { quota: Quota }): Feature {
  const calls = contracts.enhancer;
  const writer = createWriter(deps);
  const shown = async (who: Who, ids: readonly string[]) =>
    (await deps.db.read(who.scope, (ex) => shownEnhancements(ex, who.workplaceId, ids))).map((row) =>
      enhancementAnswer(row, who.locale),
    );

  const setting = async (who: Who): Promise<AiWriting> => {
    const { turned_on_name, ...set } = await deps.db.read(who.scope, (ex) => findSetting(ex, who.workplaceId));
    return { ...set, turned_on_by: turned_on_name };
  };

  const start = async (
    body: ServerSide<typeof calls.optimizeContent>['body'],
    kind: EnhancementKind,
    who: Who,
  ): Promise<ServerSide<typeof calls.optimizeContent>['data']> => {
    const { product_ids: productIds, style, tone } = body;
    const ask = { productIds, kind, style, tone, askedBy: who.account.id };
    const { items, failed } = await startEnhancement(deps, ports.quota, writer, who.scope, ask);
    return { items, failed: problems(failed, who.locale) };
  };
  return {
    routes(app) {
      route(app, calls.writer, async () => writer.facts);
      route(app, calls.aiWriting, (_input, who) => setting(who));
      route(app, calls.setAiWriting, async ({ body }, who, reply) => {
        await saveSetting(deps, who.scope, body);
        reply.message('AI_WRITING_SAVED');
        return setting(who);
      });
      route(app, calls.turnAiWriting, async ({ body }, who, reply) => {
        const by = { accountId: who.account.id, name: who.scope.actor?.name ?? who.account.email };
        await turnRule(deps, who.scope, body.is_enable ? by : undefined);
        reply.message(body.is_enable ? 'AI_WRITING_ON' : 'AI_WRITING_OFF');
        return setting(who);
      });
      route(app, calls.optimizeContent, ({ body }, who) => start(body, 'content', who));
      route(app, calls.generateSeo, ({ body }, who) => start(body, 'seo', who));
      route(app, calls.enhancements, async ({ query }, who) => {
        const rows = await deps.db.read(who.scope, (ex) => listEnhancements(ex, who.workplaceId, query));
        const items = rows.slice(0, query.page_size).map((row) => enhancementAnswer(row, who.locale));
        const last = items.at(-1);
        return rows.length > query.page_size && last ? { items, next_cursor: last.enhancement_id } : { items };
      });
      route(app, calls.accept, async ({ body }, who) => {
        const { accepted, failed } = await acceptProposals(
          deps,
          who.scope,
          body.enhancement_ids,
          body.fields,
          body.unread,
        );
        return { items: await shown(who, accepted), failed: problems(failed, who.locale) };
      });
      route(app, calls.rollback, async ({ params, query }, who) => {
        const { undone, kept } = await rollBack(deps, who.scope, params.id, query.field);
        const [enhancement] = await shown(who, [params.id]);
        if (!enhancement) throw notFound('ENHANCEMENT_NOT_FOUND');
        return { enhancement, undone, kept };
      });
      route(app, calls.deleteSnapshots, async ({ body }, who) => {
        const { deleted, failed } = await deleteSnapshots(deps, who.scope, body.snapshot_ids);
        return { deleted, failed: problems(failed, who.locale) };
      });
    },
    jobs: [
      handler(enhanceContentJob, ({ accountId, workplaceId, enhancementId }, run) =>
        writeWords({ deps, quota: ports.quota, writer, scope: { accountId, workplaceId } }, enhancementId, run),
      ),
      handler(enhanceImportedJob, ({ accountId, workplaceId, products }) =>
        enhanceImported(deps, { accountId, workplaceId }, products),
      ),
    ],
  };
}
