import { ConnectorError, type SupplierId, type SupplierList } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { searchSourceJob } from '../jobs/sourcing.ts';
import { type Asked, beginQuestion, endQuestion, failQuestion, readQuestion } from '../question-repo.ts';
import { leaveList, replaceCategories } from '../source-repo.ts';
import { askSupplier } from './supplier-door.ts';
import { saveProducts } from './sync-catalogue.ts';

/** Minimum interval of the same search at a source; results are saved and searched locally. */
const ASK_EVERY_SECONDS = 600;
const CATEGORIES_EVERY_SECONDS = 7 * 24 * 3600;
const MOST = 100;
/** Retry interval for a supplier that doesn't respond, while its response still matters. */
const ASK_AGAIN_MS = 20_000;

export interface SourceQuestion {
  source: SupplierId;
  mode: Mode;
  word?: string;
  categoryId?: string;
  /** Limits the search to this list of the supplier. */
  list?: SupplierList;
  shipTo: string;
}

const questionOf = ({ word, categoryId, list, shipTo }: SourceQuestion): string =>
  JSON.stringify([word?.toLowerCase() ?? '', categoryId ?? '', shipTo, ...(list ? [list] : [])]);

/** Enqueues a search at a source unless it ran recently. Returns the state of the search. */
export async function askLater(deps: Deps, scope: WorkplaceScope, ask: SourceQuestion): Promise<Asked> {
  const question = { source: ask.source, mode: ask.mode, kind: 'search' as const, question: questionOf(ask) };
  return deps.db.tenant(scope, async (tx) => {
    if (!(await beginQuestion(tx, question, ASK_EVERY_SECONDS))) return readQuestion(tx, question);
    const { accountId, workplaceId } = scope;
    await deps.queue.send(tx, searchSourceJob, { accountId, workplaceId, ...ask });
    return { isAsked: true, error: null };
  });
}

/** Temporary errors, which no one here can fix. */
const PASSING: readonly string[] = ['temporary', 'unknown', 'unexpected'];

/**
 * The job's part: saves one page of the best results and updates open screens. If the supplier doesn't respond, they
 * are informed and it is retried.
 */
export async function searchSource(deps: Deps, scope: WorkplaceScope, ask: SourceQuestion): Promise<void> {
  try {
    await searchNow(deps, scope, ask);
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined;
    if (!(cause instanceof ConnectorError) || !PASSING.includes(cause.kind)) throw error;
    const question = { source: ask.source, mode: ask.mode, kind: 'search' as const, question: questionOf(ask) };
    const goesOn = await deps.db.tenant(scope, async (tx) => {
      const noted = await failQuestion(tx, question, 'SOURCE_NOT_ANSWERING', ASK_EVERY_SECONDS);
      if (noted.isNews) await publish(tx, scope.workplaceId, 'sources');
      return noted.goesOn;
    });
    if (goesOn) throw new Later(ASK_AGAIN_MS, `${ask.source} does not answer`);
  }
}

async function searchNow(deps: Deps, scope: WorkplaceScope, ask: SourceQuestion): Promise<void> {
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
      ...(ask.list ? { list: ask.list } : {}),
      shipTo: ask.shipTo,
      size: MOST,
    });
    await saveProducts(deps, source, mode, page.items);
    const { list } = ask;
    // Trending products are the top of the list; for a stock list, only a complete one shows what is gone.
    if (!list || ask.word || ask.categoryId || (list !== 'trending' && page.nextCursor)) return;
    const stayed = page.items.map((item) => item.sourceProductId);
    await deps.db.global((tx) => leaveList(tx, source, mode, list, stayed));
  });
  await deps.db.tenant(scope, async (tx) => {
    await endQuestion(tx, { source, mode, kind: 'search', question: questionOf(ask) });
    await publish(tx, scope.workplaceId, 'sources');
  });
}
