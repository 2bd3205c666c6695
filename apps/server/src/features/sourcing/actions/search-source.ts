import type { SupplierId } from '@quayside/connector-kit';
import type { Scope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { searchSourceJob } from '../jobs/sourcing.ts';
import { beginQuestion, endQuestion, isAsked } from '../question-repo.ts';
import { replaceCategories } from '../source-repo.ts';
import { askSupplier } from './supplier-door.ts';
import { keepProducts } from './sync-catalogue.ts';

/** One question is put to one source this often at most; its answer is kept and searched like everything else. */
const ASK_EVERY_SECONDS = 600;
const CATEGORIES_EVERY_SECONDS = 7 * 24 * 3600;
const MOST = 100;

export interface SourceQuestion {
  source: SupplierId;
  mode: Mode;
  word?: string;
  categoryId?: string;
  shipTo: string;
}

const questionOf = ({ word, categoryId, shipTo }: SourceQuestion): string =>
  JSON.stringify([word?.toLowerCase() ?? '', categoryId ?? '', shipTo]);

/** Has a source asked by a job, unless it was asked lately. Answers whether its answer is still to come. */
export async function askLater(deps: Deps, scope: Required<Scope>, ask: SourceQuestion): Promise<boolean> {
  const question = { source: ask.source, mode: ask.mode, kind: 'search' as const, question: questionOf(ask) };
  return deps.db.tenant(scope, async (tx) => {
    if (!(await beginQuestion(tx, question, ASK_EVERY_SECONDS))) return isAsked(tx, question);
    const { accountId, workplaceId } = scope;
    await deps.queue.send(tx, searchSourceJob, { accountId, workplaceId, ...ask });
    return true;
  });
}

/** The job's part: one page of the best answers, kept; open screens are told. */
export async function searchSource(deps: Deps, scope: Required<Scope>, ask: SourceQuestion): Promise<void> {
  const { source, mode } = ask;
  await askSupplier(deps, scope, source, mode, async ({ connector, ctx }) => {
    const categories = { source, mode, kind: 'categories' as const, question: '' };
    if (await deps.db.global((tx) => beginQuestion(tx, categories, CATEGORIES_EVERY_SECONDS))) {
      const listed = await connector.categories(ctx);
      await deps.db.global((tx) => replaceCategories(tx, source, listed));
    }
    const page = await connector.search(ctx, {
      ...(ask.word ? { word: ask.word } : {}),
      ...(ask.categoryId ? { categoryId: ask.categoryId } : {}),
      shipTo: ask.shipTo,
      size: MOST,
    });
    await keepProducts(deps, source, mode, page.items);
  });
  await deps.db.tenant(scope, async (tx) => {
    await endQuestion(tx, { source, mode, kind: 'search', question: questionOf(ask) });
    await publish(tx, scope.workplaceId, 'sources');
  });
}
