import type { DocumentSetting } from '@quayside/contracts';
import { type Executor, sql } from '../../db/index.ts';

/** A row of document_setting. */
export type SettingRow = Omit<DocumentSetting, 'logo'> & { logo_base64: string | null };

export const DEFAULTS: SettingRow = {
  brand_name: '',
  address: '',
  tax_number: '',
  note: '',
  language: null,
  paper: 'A4',
  logo_base64: null,
};

export const readSetting = async (ex: Executor, workplaceId: string): Promise<SettingRow> =>
  (await ex.first<SettingRow>(sql`select brand_name, address, tax_number, note, language, paper, logo_base64
    from document_setting where workplace_id = ${workplaceId}`)) ?? DEFAULTS;

export async function writeSetting(
  tx: Executor,
  workplaceId: string,
  one: Omit<SettingRow, 'logo_base64'>,
): Promise<void> {
  await tx.run(sql`insert into document_setting (workplace_id, brand_name, address, tax_number, note, language, paper)
    values (${workplaceId}, ${one.brand_name}, ${one.address}, ${one.tax_number}, ${one.note}, ${one.language}, ${one.paper})
    on conflict (workplace_id) do update set brand_name = excluded.brand_name, address = excluded.address,
      tax_number = excluded.tax_number, note = excluded.note, language = excluded.language, paper = excluded.paper,
      updated_at = excluded.updated_at`);
}

/** `logo`: null removes it. */
export async function writeLogo(tx: Executor, workplaceId: string, logo: string | null): Promise<void> {
  await tx.run(sql`insert into document_setting (workplace_id, brand_name, address, tax_number, note, paper, logo_base64)
    values (${workplaceId}, ${DEFAULTS.brand_name}, ${DEFAULTS.address}, ${DEFAULTS.tax_number}, ${DEFAULTS.note},
      ${DEFAULTS.paper}, ${logo})
    on conflict (workplace_id) do update set logo_base64 = excluded.logo_base64, updated_at = excluded.updated_at`);
}
