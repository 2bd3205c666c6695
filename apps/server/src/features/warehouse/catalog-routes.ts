import { contracts, DONE } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { toCsv } from '../../csv/csv.ts';
import type { Deps } from '../../deps.ts';
import { say } from '../../http/messages.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { savePicture } from '../../pictures/imported-picture.ts';
import { confirmImport } from './actions/apply-import.ts';
import { catalogMode, uploadImport } from './actions/upload-import.ts';
import { countOwn } from './catalog-repo.ts';
import {
  countItems,
  findImport,
  type ImportRow,
  importDiscarded,
  listImports,
  listItems,
  refusedItems,
} from './import-repo.ts';
import { fetchPicturesJob } from './jobs.ts';
import { countPictures, failedPictures, pictureReady, retryPictures } from './picture-repo.ts';
import { exportCatalog, faultText, importView } from './queries/catalog-view.ts';
import { readRates } from './rates-repo.ts';
import { pictureSource } from './rules/catalog/cells.ts';
import { refusedRows, TEMPLATES } from './rules/catalog/write-csv.ts';

/** The operator's own catalog: CSV files, pictures and shipping rates. `onPictures`: products show new ones. */
export function addCatalogRoutes(app: HttpApp, deps: Deps, onPictures: () => Promise<void>): void {
  const calls = contracts.catalog;

  const known = async (importId: string): Promise<ImportRow> => {
    const row = await deps.db.global((tx) => findImport(tx, importId));
    if (!row) throw new AppError('NOT_FOUND', 'IMPORT_NOT_FOUND');
    return row;
  };

  route(app, calls.summary, async () => {
    const mode = catalogMode(deps);
    return deps.db.global(async (tx) => {
      const rates = await readRates(tx);
      return {
        mode,
        is_sold_here: mode === 'sandbox' || deps.connectors.isServedHere('quayside', 'live'),
        products: await countOwn(tx, mode),
        pictures: await countPictures(tx),
        rates: { rates: rates.length, countries: new Set(rates.map(({ country }) => country)).size },
      };
    });
  });

  route(app, calls.template, async ({ query }) => ({
    file_name: `quayside-${query.kind}.csv`,
    csv: toCsv(TEMPLATES[query.kind]),
  }));

  route(app, calls.exportFile, async ({ query }) => ({
    file_name: `quayside-${query.kind}-${deps.clock.now().slice(0, 10)}.csv`,
    ...(await exportCatalog(deps.db, catalogMode(deps), query.kind)),
  }));

  route(app, calls.rates, async () => {
    const usd = (amount: number) => ({ amount, currency: 'USD' });
    return {
      items: (await deps.db.global(readRates)).map((rate) => ({
        ships_from: rate.shipsFrom || null,
        country: rate.country,
        service: rate.service,
        parcel: usd(rate.parcel),
        per_kg: usd(rate.perKg),
        processing_days: { min: rate.processingDays[0], max: rate.processingDays[1] },
        delivery_days: { min: rate.deliveryDays[0], max: rate.deliveryDays[1] },
      })),
    };
  });

  route(app, calls.imports, async (_input, { locale }) => ({
    items: (await deps.db.global(listImports)).map((row) => importView(row, locale)),
  }));

  route(app, calls.upload, async ({ query, body }) => ({
    import_id: await uploadImport(deps, {
      mode: catalogMode(deps),
      fileName: query.file_name,
      file: body,
      apply: query.apply === 'true',
    }),
  }));

  route(app, calls.import, async ({ params }, { locale }) => {
    const row = await known(params.import_id);
    if (row.state !== 'applying') return importView(row, locale);
    return importView(row, locale, await deps.db.global((tx) => countItems(tx, row.import_id)));
  });

  route(app, calls.items, async ({ params, query }, { locale }) => {
    await known(params.import_id);
    const ask = {
      importId: params.import_id,
      fate: query.fate,
      after: Number(query.cursor ?? -1),
      size: query.page_size,
    };
    const rows = await deps.db.global((tx) => listItems(tx, ask));
    const last = rows.length === query.page_size ? rows.at(-1) : undefined;
    return {
      items: rows.map(({ faults, ...row }) => ({
        ...row,
        faults: faults
          .slice(0, 10)
          .map((fault) => ({ row: fault.row, column: fault.column, text: faultText(locale, fault) })),
      })),
      ...(last ? { next_cursor: String(last.item_no) } : {}),
    };
  });

  route(app, calls.refused, async ({ params }, { locale }) => {
    const row = await known(params.import_id);
    const items = await deps.db.global((tx) => refusedItems(tx, row.import_id));
    const texts = {
      column: say(locale, 'IMPORT_REASON_COLUMN'),
      say: (fault: Parameters<typeof faultText>[1]) => faultText(locale, fault),
    };
    return {
      file_name: `${row.file_name.replace(/\.\w+$/, '')}-refused.csv`,
      csv: toCsv(refusedRows(row.header, items, texts)),
    };
  });

  route(app, calls.confirm, async ({ params }) => {
    await confirmImport(deps, params.import_id);
    return DONE;
  });

  route(app, calls.discard, async ({ params }) => {
    const row = await known(params.import_id);
    const discarded = await deps.db.global((tx) => importDiscarded(tx, row.import_id, deps.clock.now()));
    if (discarded === 0) throw new AppError('BAD_REQUEST', 'IMPORT_NOT_READY');
    return DONE;
  });

  route(app, calls.failedPictures, async ({ query }, { locale }) => {
    const rows = await deps.db.global((tx) => failedPictures(tx, query.cursor ?? '', query.page_size));
    const last = rows.length === query.page_size ? rows.at(-1) : undefined;
    return {
      items: rows.map(({ source, fault, products }) => ({
        source: source.replace(/^file:/, ''),
        reason: say(locale, fault),
        products,
      })),
      ...(last ? { next_cursor: last.source } : {}),
    };
  });

  route(app, calls.uploadPicture, async ({ query, body }) => {
    const source = pictureSource(query.name);
    if (!source?.startsWith('file:')) throw new AppError('BAD_REQUEST', 'PICTURE_NAME_REFUSED');
    const key = await savePicture(deps, body);
    await deps.db.global((tx) => pictureReady(tx, source, key, deps.clock.now()));
    await onPictures();
    return DONE;
  });

  route(app, calls.retryPictures, async () => {
    await deps.db.global(async (tx) => {
      if ((await retryPictures(tx, deps.clock.now())) > 0) await deps.queue.send(tx, fetchPicturesJob, {});
    });
    return DONE;
  });
}
