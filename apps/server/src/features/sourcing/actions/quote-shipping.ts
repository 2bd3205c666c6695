import type { ShippingOption, SupplierId } from '@quayside/connector-kit';
import { json, type Scope, sql } from '../../../db/index.ts';
import { type Deps, type Mode, oncePer } from '../../../deps.ts';
import { createBatcher } from '../../../jobs/batcher.ts';
import { askSupplier } from './supplier-door.ts';

const GOOD_FOR_MS = 10 * 60_000;

export interface QuoteRequest {
  source: SupplierId;
  mode: Mode;
  countryCode: string;
  postalCode?: string;
  shipFrom?: string;
  lines: { sourceProductId: string; sourceVariantId: string; quantity: number }[];
}

export interface Quote {
  /** Cheapest first; empty: can't be shipped there. */
  options: ShippingOption[];
  quotedAt: string;
  /** Price scope: 'operator', or the connection of an owner's own account. */
  askedAs: string;
}

const questionOf = (ask: QuoteRequest): string =>
  JSON.stringify([
    ask.countryCode,
    ask.postalCode ?? '',
    ask.shipFrom ?? '',
    [...ask.lines]
      .sort((a, b) => (a.sourceVariantId < b.sourceVariantId ? -1 : 1))
      .map((line) => [line.sourceProductId, line.sourceVariantId, line.quantity]),
  ]);

const byPrice = (a: ShippingOption, b: ShippingOption): number =>
  a.amount.amount - b.amount.amount || (a.deliveryDaysMax ?? 999) - (b.deliveryDaysMax ?? 999);

interface Asker {
  source: SupplierId;
  mode: Mode;
  /** Price scope: global, or a single account. */
  askedAs: string;
}

interface StoredQuote {
  question: string;
  options: ShippingOption[];
  quoted_at: string;
}

type Remember = (asker: Asker, question: string) => Promise<StoredQuote | undefined>;

/** Reads cached quotes, batching the simultaneous reads of bulk orders. */
const memoryOf = oncePer(
  (deps): Remember =>
    createBatcher(
      ({ source, mode, askedAs }: Asker) => `${source} ${mode} ${askedAs}`,
      async ({ source, mode, askedAs }, questions: readonly string[]) => {
        const kept = await deps.db.global((tx) =>
          tx.rows<StoredQuote>(sql`select question, options, quoted_at from source_quote where source = ${source} and mode = ${mode}
          and asked_as = ${askedAs} and question = any(${[...new Set(questions)]}::text[])`),
        );
        const known = new Map(kept.map((row) => [row.question, row]));
        return questions.map((question) => known.get(question));
      },
    ),
);

/** Current shipping costs from the supplier, cached for ten minutes. */
export async function quoteShipping(deps: Deps, scope: Scope, ask: QuoteRequest): Promise<Quote> {
  const { source, mode } = ask;
  const question = questionOf(ask);
  return askSupplier(deps, scope, source, mode, async ({ connector, ctx, askedAs }) => {
    const kept = await memoryOf(deps)({ source, mode, askedAs }, question);
    if (kept && deps.clock.millis() - Date.parse(kept.quoted_at) < GOOD_FOR_MS)
      return { options: kept.options, quotedAt: kept.quoted_at, askedAs };
    const { countryCode, postalCode, shipFrom, lines } = ask;
    const answered = await connector.quoteShipping(ctx, {
      countryCode,
      ...(postalCode ? { postalCode } : {}),
      ...(shipFrom ? { shipFrom } : {}),
      lines,
    });
    const options = [...answered].sort(byPrice);
    const quotedAt = deps.clock.now();
    await deps.db.global((tx) =>
      tx.run(sql`insert into source_quote (source, mode, asked_as, question, options, quoted_at)
        values (${source}, ${mode}, ${askedAs}, ${question}, ${json(options)}, ${quotedAt})
        on conflict (source, mode, asked_as, question) do update set options = excluded.options, quoted_at = excluded.quoted_at`),
    );
    return { options, quotedAt, askedAs };
  });
}
