import { type Executor, type Sql, sql } from '../../db/index.ts';
import { publish } from '../../live/publish.ts';
import type { WritingDefaults, WritingSetting } from './tables.ts';

const NOTHING_SET: WritingSetting = {
  style: null,
  tone: null,
  language: null,
  forbidden_words: [],
  brand_voice: '',
  is_enable: false,
  turned_on_by: null,
  turned_on_name: null,
  turned_on_at: null,
};

/** A workspace's writing settings, or defaults. */
export const findSetting = async (ex: Executor, workplaceId: string): Promise<WritingSetting> =>
  (await ex.first<WritingSetting>(sql`select style, tone, language, forbidden_words, brand_voice, is_enable, turned_on_by,
      turned_on_name, turned_on_at from ai_writing_setting where workplace_id = ${workplaceId}`)) ?? NOTHING_SET;

/** The rest of a `select` that finds a row where imports are enhanced automatically. */
export const ruleIsOn = (workplaceId: string): Sql =>
  sql`from ai_writing_setting where workplace_id = ${workplaceId} and is_enable`;

/** Open screens learn about it with the products topic. */
export async function saveDefaults(tx: Executor, workplaceId: string, set: WritingDefaults): Promise<void> {
  await tx.run(sql`insert into ai_writing_setting (workplace_id, style, tone, language, forbidden_words, brand_voice)
    values (${workplaceId}, ${set.style}, ${set.tone}, ${set.language}, ${set.forbidden_words}::text[], ${set.brand_voice})
    on conflict (workplace_id) do update set style = excluded.style, tone = excluded.tone, language = excluded.language,
      forbidden_words = excluded.forbidden_words, brand_voice = excluded.brand_voice`);
  await publish(tx, workplaceId, 'products');
}

/** `by` enables the rule in their name; undefined disables it. An enabled rule keeps its name. */
export async function saveStatus(
  tx: Executor,
  workplaceId: string,
  by: { accountId: string; name: string } | undefined,
): Promise<void> {
  await tx.run(
    by
      ? sql`insert into ai_writing_setting as s (workplace_id, is_enable, turned_on_by, turned_on_name, turned_on_at)
          values (${workplaceId}, true, ${by.accountId}, ${by.name}, now())
          on conflict (workplace_id) do update set is_enable = true, turned_on_by = excluded.turned_on_by,
            turned_on_name = excluded.turned_on_name, turned_on_at = excluded.turned_on_at
          where not s.is_enable`
      : sql`update ai_writing_setting set is_enable = false, turned_on_by = null, turned_on_name = null, turned_on_at = null
          where workplace_id = ${workplaceId} and is_enable`,
  );
  await publish(tx, workplaceId, 'products');
}
