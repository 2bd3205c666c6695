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
import { keepProducts } from './sync-catalogue.ts';

/** One question is put to one source this often at most; its answer is kept and searched like everything else. */
const ASK_EVERY_SECONDS = 600;
const CATEGORIES_EVERY_SECONDS = 7 * 24 * 3600;
const MOST = 100;
/** A supplier that does not answer is asked again this soon, for as long as its answer counts. */
const ASK_AGAIN_MS = 20_000;

export interface SourceQuestion {
  source: SupplierId;
  mode: Mode;
  word?: string;
  categoryId?: string;
  /** What the supplier has on this list of its own. */
  list?: SupplierList;
  shipTo: string;
}

const questionOf = ({ word, categoryId, list, shipTo }: SourceQuestion): string =>
  JSON.stringify([word?.toLowerCase() ?? '', categoryId ?? '', shipTo, ...(list ? [list] : [])]);

/** Has a source asked by a job, unless it was asked lately. Answers how its question stands. */
export async function askLater(deps: Deps, scope: WorkplaceScope, ask: SourceQuestion): Promise<Asked> {
  const question = { source: ask.source, mode: ask.mode, kind: 'search' as const, question: questionOf(ask) };
  return deps.db.tenant(scope, async (tx) => {
    if (!(await beginQuestion(tx, question, ASK_EVERY_SECONDS))) return readQuestion(tx, question);
    const { accountId, workplaceId } = scope;
    await deps.queue.send(tx, searchSourceJob, { accountId, workplaceId, ...ask });
    return { isAsked: true, error: null };
  });
}

/** A supplier that does not answer just now: nothing that its owner, or anybody here, could do about it. */
const PASSING: readonly string[] = ['temporary', 'unknown', 'unexpected'];

/**
 * The job's part: one page of the best answers, kept; open screens are told. Where the supplier does not answer they are told
 * that, and it is asked again.
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
    await keepProducts(deps, source, mode, page.items);
    const { list } = ask;
    // What trends is the head of the list; of a shelf, only a list that was told whole says what is gone.
    if (!list || ask.word || ask.categoryId || (list !== 'trending' && page.nextCursor)) return;
    const stayed = page.items.map((item) => item.sourceProductId);
    await deps.db.global((tx) => leaveList(tx, source, mode, list, stayed));
  });
  await deps.db.tenant(scope, async (tx) => {
    await endQuestion(tx, { source, mode, kind: 'search', question: questionOf(ask) });
    await publish(tx, scope.workplaceId, 'sources');
  });
}
