import type { SupplierId } from '@quayside/connector-kit';
import { HEALING_DEFAULTS } from '@quayside/contracts';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { HealingSetting } from './rules/heal.ts';
import type { SourceVariantKey, UsedVariant } from './tables.ts';

export const readHealing = async (ex: Executor, workplaceId: string): Promise<HealingSetting> =>
  (await ex.first<HealingSetting>(sql`select healing, min_confidence, hold_orders from mapping_setting
    where workplace_id = ${workplaceId}`)) ?? { ...HEALING_DEFAULTS };

export const writeHealing = (tx: Executor, workplaceId: string, setting: HealingSetting): Promise<number> =>
  tx.run(sql`insert into mapping_setting (workplace_id, healing, min_confidence, hold_orders)
    values (${workplaceId}, ${setting.healing}, ${setting.min_confidence}, ${setting.hold_orders})
    on conflict (workplace_id) do update set healing = excluded.healing, min_confidence = excluded.min_confidence,
      hold_orders = excluded.hold_orders, updated_at = excluded.updated_at`);

/** How long a worker has a check without saying that it still works, in seconds. */
const HELD_SECONDS = 300;
/** A job that was sent is sent again after so many seconds: it may have been lost with its worker. */
const SENT_SECONDS = 600;

export interface CheckState {
  account_id: string;
  /** The last product checked, by "source mode". */
  cursors: Record<string, string>;
  done: string[];
}

/** Has mappings checked from now on, or again now. The caller sends the job. */
export const createCheck = (tx: Executor, workplaceId: string, accountId: string): Promise<number> =>
  tx.run(sql`insert into mapping_check (workplace_id, account_id, due_at)
    values (${workplaceId}, ${accountId}, now() + make_interval(secs => ${SENT_SECONDS}))
    on conflict (workplace_id) do update set account_id = excluded.account_id, due_at = excluded.due_at`);

export const deleteCheck = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`delete from mapping_check where workplace_id = ${workplaceId}`);

/** Takes the checks that are due and that no worker is at; the caller sends a job for each. */
export const claimDueChecks = (tx: Executor, limit: number): Promise<{ workplaceId: string }[]> =>
  tx.rows(sql`update mapping_check c set due_at = now() + make_interval(secs => ${SENT_SECONDS})
    from (select workplace_id from mapping_check where due_at <= now() and (held_until is null or held_until < now())
      order by due_at limit ${limit} for update skip locked) due
    where c.workplace_id = due.workplace_id returning c.workplace_id as "workplaceId"`);

/** Takes a check for one worker alone; undefined: another one is at it. */
export const claimCheck = (tx: Executor, workplaceId: string, holder: string): Promise<CheckState | undefined> =>
  tx.first<CheckState>(sql`update mapping_check set holder = ${holder}, held_until = now() + make_interval(secs => ${HELD_SECONDS}),
      due_at = now() + make_interval(secs => ${SENT_SECONDS})
    where workplace_id = ${workplaceId} and (held_until is null or held_until < now()) returning account_id, cursors, done`);

/** Records how far a check has come. false: another worker has it by now. */
export const saveCheck = async (
  tx: Executor,
  workplaceId: string,
  holder: string,
  { cursors, done }: Pick<CheckState, 'cursors' | 'done'>,
): Promise<boolean> =>
  (await tx.run(sql`update mapping_check set cursors = ${json(cursors)}, done = ${done},
      held_until = now() + make_interval(secs => ${HELD_SECONDS}), due_at = now() + make_interval(secs => ${SENT_SECONDS})
    where workplace_id = ${workplaceId} and holder = ${holder}::uuid`)) > 0;

/** Ends a worker's part of a check. `nextAt`: the check is complete, and the next one starts then. */
export const endCheck = (
  tx: Executor,
  workplaceId: string,
  holder: string,
  nextAt: string | undefined,
): Promise<number> =>
  tx.run(sql`update mapping_check set holder = null, held_until = null,
      due_at = coalesce(${nextAt ?? null}::timestamptz, due_at),
      done = case when ${nextAt !== undefined} then '{}' else done end,
      checked_at = case when ${nextAt !== undefined} then now() else checked_at end
    where workplace_id = ${workplaceId} and holder = ${holder}::uuid`);

export interface CheckTimes {
  due_at: string;
  checked_at: string | null;
  checking: boolean;
}

export const findCheck = (ex: Executor, workplaceId: string): Promise<CheckTimes | undefined> =>
  ex.first<CheckTimes>(sql`select due_at, checked_at,
      (holder is not null and held_until > now()) or done <> '{}' or checked_at is null as checking
    from mapping_check where workplace_id = ${workplaceId}`);

/** Suppliers of choices. */
export const mappedSuppliers = (ex: Executor, workplaceId: string): Promise<{ source: SupplierId; mode: Mode }[]> =>
  ex.rows(sql`select distinct source, mode from mapping_component where workplace_id = ${workplaceId}`);

/** The next supplier products of choices, in the order of their ids. */
export const mappedSources = async (
  ex: Executor,
  workplaceId: string,
  from: { source: SupplierId; mode: Mode },
  after: string,
  limit: number,
): Promise<string[]> =>
  (
    await ex.rows<{ id: string }>(sql`select distinct source_product_id collate "C" as id from mapping_component
      where workplace_id = ${workplaceId} and source = ${from.source} and mode = ${from.mode}
        and source_product_id collate "C" > ${after}
      order by id limit ${limit}`)
  ).map((row) => row.id);

/** The variants of supplier products that choices buy, each once. */
export const mappedSourceVariants = (
  ex: Executor,
  workplaceId: string,
  from: { source: SupplierId; mode: Mode },
  sourceProductIds: readonly string[],
): Promise<UsedVariant[]> =>
  ex.rows<UsedVariant>(sql`select distinct on (source_product_id, source_variant_id) source, mode, source_product_id, source_variant_id,
      source_sku, title, option_values, image_url
    from mapping_component
    where workplace_id = ${workplaceId} and source = ${from.source} and mode = ${from.mode}
      and source_product_id = any(${[...sourceProductIds]}::text[])
    order by source_product_id, source_variant_id, mapping_id`);

/** Stores' variants with a choice that buys a supplier's variant. */
export const findMappedBy = (
  ex: Executor,
  workplaceId: string,
  name: SourceVariantKey,
): Promise<{ store_id: string; external_variant_id: string }[]> =>
  ex.rows(sql`select distinct m.store_id, m.external_variant_id from mapping_component c
      join variant_mapping m on m.workplace_id = ${workplaceId} and m.mapping_id = c.mapping_id
    where c.workplace_id = ${workplaceId} and c.source = ${name.source} and c.mode = ${name.mode}
      and c.source_product_id = ${name.source_product_id} and c.source_variant_id = ${name.source_variant_id}
    order by m.store_id, m.external_variant_id`);
