import { type Executor, json, sql } from '../../db/index.ts';
import type { PublishedRate, TypedRate } from './rules/find-rate.ts';
import type { PublishedRates } from './rules/parse-ecb.ts';

/** Saves the rates of some days; a day that is there is corrected. */
export async function savePublished(tx: Executor, { source, days }: PublishedRates): Promise<void> {
  const rows = days.flatMap(({ day, rates }) =>
    rates.map(({ currency, perEuro }) => ({ day, currency, per_euro: perEuro, source })),
  );
  await tx.run(sql`insert into exchange_rate (currency, day, per_euro, source)
    select currency, day, per_euro, source
    from jsonb_to_recordset(${json(rows)}) as r (currency text, day date, per_euro numeric, source text)
    on conflict (currency, day) do update set per_euro = excluded.per_euro, source = excluded.source, read_at = excluded.read_at
    where exchange_rate.per_euro <> excluded.per_euro or exchange_rate.source <> excluded.source`);
}

/** Reads the rates that were in force on some days: the last ones published by then, else the first ones after. */
export const readPublished = (
  ex: Executor,
  currencies: readonly string[],
  days: readonly string[],
): Promise<PublishedRate[]> =>
  ex.rows<PublishedRate>(sql`select asked.day::text as asked_day, c.currency, r.day::text as day, r.per_euro::text as per_euro, r.source
    from unnest(${[...days]}::date[]) as asked (day)
    cross join unnest(${[...currencies]}::text[]) as c (currency)
    cross join lateral (
      (select day, per_euro, source, 0 as later from exchange_rate e
        where e.currency = c.currency and e.day <= asked.day order by e.day desc limit 1)
      union all
      (select day, per_euro, source, 1 as later from exchange_rate e
        where e.currency = c.currency and e.day > asked.day order by e.day limit 1)
      order by later limit 1) r`);

export const readTyped = (ex: Executor, workplaceId: string): Promise<TypedRate[]> =>
  ex.rows<TypedRate>(sql`select from_currency, to_currency, rate::text as rate,
      to_char(typed_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from workplace_rate where workplace_id = ${workplaceId}`);

export async function saveTyped(
  tx: Executor,
  workplaceId: string,
  pair: { from: string; to: string },
  rate: string,
): Promise<void> {
  await tx.run(sql`insert into workplace_rate (workplace_id, from_currency, to_currency, rate)
    values (${workplaceId}, ${pair.from}, ${pair.to}, ${rate})
    on conflict (workplace_id, from_currency, to_currency) do update set rate = excluded.rate, typed_at = excluded.typed_at`);
}

export async function removeTyped(
  tx: Executor,
  workplaceId: string,
  pair: { from: string; to: string },
): Promise<void> {
  await tx.run(sql`delete from workplace_rate
    where workplace_id = ${workplaceId} and from_currency = ${pair.from} and to_currency = ${pair.to}`);
}
