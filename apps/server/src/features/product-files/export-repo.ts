import type { ProductFileForm } from '@quayside/contracts/product-file-choices.ts';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, json, sql } from '../../db/index.ts';
import type { CenterFilter } from '../products/index.ts';
import { PRODUCT_EXPORT_TRANSITIONS } from './rules/states.ts';

export type ExportRequest = { productIds: string[] } | { filter: CenterFilter };

export interface ExportRow {
  export_id: string;
  form: ProductFileForm;
  state: 'running' | 'done' | 'failed';
  request: ExportRequest;
  products: number;
  file_id: string | null;
  fault: string | null;
  fault_params: MessageParams;
  created_at: string;
  finished_at: string | null;
}

const COLUMNS = sql`export_id, form, state, request, products, file_id, fault, fault_params, created_at, finished_at`;
/** Exports of a workspace that are kept. */
const KEPT = 10;

export async function insertExport(
  tx: Executor,
  workplaceId: string,
  one: { exportId: string; form: ProductFileForm; request: ExportRequest },
): Promise<void> {
  await tx.run(sql`insert into product_export (workplace_id, export_id, form, request)
    values (${workplaceId}, ${one.exportId}, ${one.form}, ${json(one.request)})`);
  await tx.run(sql`delete from product_export where workplace_id = ${workplaceId} and state <> 'running'
    and export_id in (select export_id from product_export where workplace_id = ${workplaceId}
      order by created_at desc, export_id desc offset ${KEPT})`);
}

export const findExport = (ex: Executor, workplaceId: string, exportId: string): Promise<ExportRow | undefined> =>
  ex.first(sql`select ${COLUMNS} from product_export where workplace_id = ${workplaceId} and export_id = ${exportId}`);

export const listExports = (ex: Executor, workplaceId: string): Promise<ExportRow[]> =>
  ex.rows(sql`select ${COLUMNS} from product_export where workplace_id = ${workplaceId}
    order by created_at desc, export_id desc limit ${KEPT}`);

export const saveProgress = (tx: Executor, workplaceId: string, exportId: string, products: number): Promise<number> =>
  tx.run(sql`update product_export set products = ${products}
    where workplace_id = ${workplaceId} and export_id = ${exportId} and state = 'running'`);

export const exportDone = (
  tx: Executor,
  workplaceId: string,
  exportId: string,
  one: { fileId: string; products: number; now: string },
): Promise<number> =>
  tx.run(sql`update product_export set state = ${PRODUCT_EXPORT_TRANSITIONS.finish.to}, file_id = ${one.fileId}, products = ${one.products},
      finished_at = ${one.now}::timestamptz
    where workplace_id = ${workplaceId} and export_id = ${exportId} and state = 'running'`);

export const exportFailed = (
  tx: Executor,
  workplaceId: string,
  exportId: string,
  one: { code: string; params: MessageParams; now: string },
): Promise<number> =>
  tx.run(sql`update product_export set state = ${PRODUCT_EXPORT_TRANSITIONS.fail.to}, fault = ${one.code}, fault_params = ${json(one.params)},
      finished_at = ${one.now}::timestamptz
    where workplace_id = ${workplaceId} and export_id = ${exportId} and state = 'running'`);
