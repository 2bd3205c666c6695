import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { type OpenSupplier, withSupplier } from '../../connections/index.ts';
import { wantCosts } from '../../orders/index.ts';
import { listPlacementSettings } from '../placement-setting-repo.ts';
import { findQuote, noteUnanswered, type QuoteRow, saveAnswer } from '../quote-repo.ts';
import { quoteFrom } from './quote.ts';

type Stock = NonNullable<QuoteRow['stock']>;

/** Stock and costs of the variants; unknown if the supplier doesn't report them. */
async function stockOf({ connector, ctx }: OpenSupplier, variantIds: string[]): Promise<Stock> {
  try {
    const told = await connector.getStock(ctx, variantIds);
    return Object.fromEntries(
      told.map((one) => [
        one.sourceVariantId,
        {
          ...(one.stock === undefined ? {} : { stock: one.stock }),
          ...(one.cost ? { cost: one.cost.amount, currency: one.cost.currency } : {}),
        },
      ]),
    );
  } catch (error) {
    if (error instanceof ConnectorError) return {};
    throw error;
  }
}

/** Tells waiting screens: the orders', and the supplier settings', whose sample parcels go to a country and no postal code. */
async function publishQuote(
  tx: Executor,
  workplaceId: string,
  { ask }: Pick<QuoteRow, 'ask'>,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length > 0) await publish(tx, workplaceId, 'orders', orderIds);
  if (!ask.postalCode) await publish(tx, workplaceId, 'suppliers');
}

/**
 * Requests shipping costs and stock of some lines from a supplier and updates waiting screens, including about a
 * supplier that doesn't respond, which is retried.
 */
export async function askQuote(
  deps: Deps,
  scope: WorkplaceScope,
  connectionId: string,
  question: string,
  isLastTry: boolean,
): Promise<void> {
  const { workplaceId } = scope;
  const row = await deps.db.read(scope, (ex) => findQuote(ex, workplaceId, connectionId, question));
  if (!row || (row.state === 'known' && row.fresh)) return;
  const { ask } = row;
  let answer: Parameters<typeof saveAnswer>[4];
  try {
    answer = await withSupplier(deps, scope, { connectionId }, async (open) => {
      const { supplier, mode } = open.connection;
      const settings = await deps.db.read(scope, (ex) => listPlacementSettings(ex, workplaceId));
      const warehouse = settings.find((one) => one.supplier === supplier)?.warehouse ?? null;
      const options = await quoteFrom(deps, scope, { source: supplier, mode, ...ask }, warehouse);
      const variants = [...new Set(ask.lines.map((line) => line.sourceVariantId))];
      return { options, stock: ask.lines.length === 1 ? await stockOf(open, variants) : {} };
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const cause = error.cause instanceof ConnectorError ? error.cause : undefined;
    const passes = cause && ['temporary', 'unknown', 'rate-limited', 'unexpected'].includes(cause.kind);
    if (cause?.kind === 'rate-limited') throw new Later(cause.retryAfterMs ?? 2_000, 'supplier is rate limiting');
    if (passes && !isLastTry) {
      const told = { key: error.code, params: error.params };
      await deps.db.tenant(scope, async (tx) => {
        if (await noteUnanswered(tx, workplaceId, connectionId, question, told))
          await publishQuote(tx, workplaceId, row, row.order_ids);
      });
      throw error;
    }
    answer = { error: { key: cause?.code && cause.code !== 'other' ? cause.code : error.code, params: error.params } };
    if (cause?.code === 'shipped_country_notfound') answer = { options: [], stock: {} };
  }
  await deps.db.tenant(scope, async (tx) => {
    const waiting = (await findQuote(tx, workplaceId, connectionId, question))?.order_ids ?? [];
    await saveAnswer(tx, workplaceId, connectionId, question, answer);
    await wantCosts(tx, deps, scope, waiting);
    await publishQuote(tx, workplaceId, row, waiting);
  });
}
