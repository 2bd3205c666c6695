import { type Executor, type Sql, sql } from '../../db/index.ts';
import { publish } from '../../live/publish.ts';
import type { ImageDefaults, ImageSetting } from './tables.ts';

const NOTHING_SET: ImageSetting = {
  action: 'remove_background',
  background: 'white',
  prompt: '',
  most_images: 1,
  is_enable: false,
  turned_on_by: null,
  turned_on_name: null,
  turned_on_at: null,
};

/** A workspace's image settings, or defaults. */
export const findSetting = async (ex: Executor, workplaceId: string): Promise<ImageSetting> =>
  (await ex.first<ImageSetting>(sql`select action, background, prompt, most_images, is_enable, turned_on_by, turned_on_name,
      turned_on_at from ai_image_setting where workplace_id = ${workplaceId}`)) ?? NOTHING_SET;

/** The rest of a `select` that finds a row where images of imports are improved automatically. */
export const ruleIsOn = (workplaceId: string): Sql =>
  sql`from ai_image_setting where workplace_id = ${workplaceId} and is_enable`;

export async function saveDefaults(tx: Executor, workplaceId: string, set: ImageDefaults): Promise<void> {
  await tx.run(sql`insert into ai_image_setting (workplace_id, action, background, prompt, most_images)
    values (${workplaceId}, ${set.action}, ${set.background}, ${set.prompt}, ${set.most_images})
    on conflict (workplace_id) do update set action = excluded.action, background = excluded.background,
      prompt = excluded.prompt, most_images = excluded.most_images`);
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
      ? sql`insert into ai_image_setting as s (workplace_id, is_enable, turned_on_by, turned_on_name, turned_on_at)
          values (${workplaceId}, true, ${by.accountId}, ${by.name}, now())
          on conflict (workplace_id) do update set is_enable = true, turned_on_by = excluded.turned_on_by,
            turned_on_name = excluded.turned_on_name, turned_on_at = excluded.turned_on_at
          where not s.is_enable`
      : sql`update ai_image_setting set is_enable = false, turned_on_by = null, turned_on_name = null, turned_on_at = null
          where workplace_id = ${workplaceId} and is_enable`,
  );
  await publish(tx, workplaceId, 'products');
}
