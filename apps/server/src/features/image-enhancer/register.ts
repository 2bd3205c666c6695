import { type AiImages, contracts, getCost, IMAGE_ACTIONS, isAiAction, type ServerSide } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { say } from '../../http/messages.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import type { Quota } from '../plans/index.ts';
import { findProduct } from '../products/index.ts';
import { acceptImages, discardImages, type Reasons, undoAccepted } from './actions/decide.ts';
import { optimizeImported } from './actions/optimize-imported.ts';
import { saveSetting, turnRule } from './actions/set-images.ts';
import { FEATURE, previewImages, startImages } from './actions/start-images.ts';
import { workImage } from './actions/work-image.ts';
import { imageAnswer } from './answers.ts';
import { createDrawer } from './drawers/index.ts';
import { optimizeImageJob } from './jobs/optimize-image.ts';
import { optimizeImportedJob } from './jobs/optimize-imported.ts';
import { shownImages, withProducts } from './queries/shown-images.ts';
import { listImages } from './repo.ts';
import { findSetting } from './setting-repo.ts';

const problems = (failed: Reasons, locale: string) =>
  Object.fromEntries([...failed].map(([id, { key, params }]) => [id, { key, params, text: say(locale, key, params) }]));

const toOrder = (body: ServerSide<typeof contracts.imageEnhancer.preview>['body']) => ({
  productIds: body.product_ids,
  imageUrls: body.image_urls,
  mostImages: body.most_images,
  action: body.action,
  background: body.background,
  prompt: body.prompt,
});

/** Turns the automatic improvement of images on in someone's name, or off, in the caller's transaction. */
export const createTurn =
  (deps: Deps) =>
  (tx: Executor, workplaceId: string, by: { accountId: string; name: string } | undefined): Promise<void> =>
    turnRule(tx, createDrawer(deps), workplaceId, by, 'product_listings.auto_optimize_image');

/** Improved product images: proposed beside their originals, accepted, and undone. */
export function register(deps: Deps, { quota }: { quota: Quota }): Feature {
  const calls = contracts.imageEnhancer;
  const drawer = createDrawer(deps);
  const shown = async (who: Who, ids: readonly string[]) =>
    (await deps.db.read(who.scope, (ex) => shownImages(ex, who.workplaceId, ids))).map((row) =>
      imageAnswer(row, who.locale),
    );
  const setting = async (who: Who): Promise<AiImages> => {
    const { turned_on_name, ...set } = await deps.db.read(who.scope, (ex) => findSetting(ex, who.workplaceId));
    return { ...set, turned_on_by: turned_on_name };
  };
  return {
    routes(app) {
      route(app, calls.facts, async () => ({
        provider: drawer?.facts.provider ?? null,
        model: drawer?.facts.model ?? null,
        actions: IMAGE_ACTIONS.filter((action) => drawer || !isAiAction(action)),
        cost: getCost(FEATURE),
      }));
      route(app, calls.preview, async ({ body }, who) => {
        const { failed, ...price } = await previewImages(deps, drawer, who.scope, toOrder(body));
        return { ...price, failed: problems(failed, who.locale) };
      });
      route(app, calls.optimize, async ({ body }, who) => {
        const ask = { ...toOrder(body), credits: body.credits, askedBy: who.account.id };
        const { items, failed } = await startImages(deps, quota, drawer, who.scope, ask);
        return { items, failed: problems(failed, who.locale) };
      });
      route(app, calls.list, async ({ query }, who) => {
        const { product_id: productId } = query;
        const { rows, shown: page } = await deps.db.read(who.scope, async (ex) => {
          if (productId && !(await findProduct(ex, who.workplaceId, productId)))
            throw new AppError('NOT_FOUND', 'PRODUCT_NOT_FOUND', { fields: { product_id: ['PRODUCT_NOT_FOUND'] } });
          const found = await listImages(ex, who.workplaceId, query);
          return { rows: found, shown: await withProducts(ex, who.workplaceId, found.slice(0, query.page_size)) };
        });
        const items = page.map((row) => imageAnswer(row, who.locale));
        const last = rows[query.page_size - 1];
        return rows.length > query.page_size && last ? { items, next_cursor: last.image_enhancement_id } : { items };
      });
      route(app, calls.accept, async ({ body }, who) => {
        const ids = body.image_enhancement_ids;
        const { accepted, failed } = await acceptImages(deps, who.scope, ids, body.placement);
        return { items: await shown(who, accepted), failed: problems(failed, who.locale) };
      });
      route(app, calls.undo, async ({ params }, who) => {
        await undoAccepted(deps, who.scope, params.image_enhancement_id);
        const [one] = await shown(who, [params.image_enhancement_id]);
        if (!one) throw notFound('IMAGE_ENHANCEMENT_NOT_FOUND');
        return one;
      });
      route(app, calls.discard, async ({ body }, who) => {
        const { deleted, failed } = await discardImages(deps, who.scope, body.image_enhancement_ids);
        return { deleted, failed: problems(failed, who.locale) };
      });
      route(app, calls.setting, (_input, who) => setting(who));
      route(app, calls.saveSetting, async ({ body }, who, reply) => {
        await saveSetting(deps, drawer, who.scope, body);
        reply.message('AI_IMAGES_SAVED');
        return setting(who);
      });
      route(app, calls.turn, async ({ body }, who, reply) => {
        const by = { accountId: who.account.id, name: who.scope.actor?.name ?? who.account.email };
        await deps.db.tenant(who.scope, (tx) => turnRule(tx, drawer, who.workplaceId, body.is_enable ? by : undefined));
        reply.message(body.is_enable ? 'AI_IMAGES_ON' : 'AI_IMAGES_OFF');
        return setting(who);
      });
    },
    jobs: [
      handler(optimizeImageJob, ({ accountId, workplaceId, imageEnhancementId }, run) =>
        workImage({ deps, quota, drawer, scope: { accountId, workplaceId } }, imageEnhancementId, run),
      ),
      handler(optimizeImportedJob, ({ accountId, workplaceId, products }) =>
        optimizeImported(deps, drawer, { accountId, workplaceId }, products),
      ),
    ],
  };
}
