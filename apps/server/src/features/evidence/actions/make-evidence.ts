import { AppError } from '@quayside/kernel';
import type { Zippable } from 'fflate';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getFileKind } from '../../../files/kind.ts';
import { say } from '../../../http/messages.ts';
import type { JobRun } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { renderPdf } from '../../../pdf/index.ts';
import { FILE_EXTENSIONS, findFiles, linkFiles, saveFile } from '../../files/index.ts';
import { findShipments } from '../../fulfilment/index.ts';
import { findLines, findOrder, findTimeline, type StoreNames } from '../../orders/index.ts';
import { findOwnSupplierOrders, requestsForEvidence } from '../../purchasing/index.ts';
import { evidenceBlocks } from '../paper/evidence-blocks.ts';
import { type EvidenceFacts, type EvidencePicture, toJson } from '../paper/facts.ts';
import { type EvidenceRow, failEvidence, findEvidence, finishEvidence } from '../repo.ts';
import { readPhoto, readProductPicture } from './read-pictures.ts';

/** Product pictures of one evidence. */
const MOST_PRODUCTS = 12;

interface Read extends Omit<EvidenceFacts, 'photos' | 'products' | 'leftOut' | 'createdAt'> {
  photoFiles: readonly { file_id: string; name: string; kind: string }[];
}

/** Reads what the evidence is about: all of the order, or what belongs to one refund request. */
async function read(deps: Deps, names: StoreNames, here: WorkplaceScope, row: EvidenceRow): Promise<Read | undefined> {
  const { workplaceId } = here;
  const { order_id: orderId, language } = row;
  return deps.db.read(here, async (ex) => {
    const order = await findOrder(ex, workplaceId, orderId);
    if (!order) return undefined;
    const requests = (await requestsForEvidence(ex, workplaceId, orderId)).filter(
      (one) => row.refund_request_id === null || one.refund_request_id === row.refund_request_id,
    );
    const only = row.refund_request_id === null ? undefined : requests[0]?.supplier_order_id;
    const supplierOrders = (await findOwnSupplierOrders(ex, workplaceId, orderId, language)).filter(
      (one) => one.state === 'placed' && (only === undefined || one.id === only),
    );
    const shipments = (await findShipments(ex, workplaceId, orderId, language)).filter(
      (one) => only === undefined || one.supplier_order_id === null || one.supplier_order_id === only,
    );
    const ids = new Set(supplierOrders.flatMap((one) => one.line_items.map((line) => line.id)));
    const lines = (await findLines(ex, workplaceId, [orderId])).filter(
      (line) => only === undefined || ids.has(line.line_id),
    );
    const stores = await names.with(ex, workplaceId, [order.store_id]);
    return {
      order,
      requests,
      supplierOrders,
      shipments,
      lines,
      storeName: stores.get(order.store_id)?.store_name ?? '',
      timeline: (await findTimeline(ex, workplaceId, orderId, language)).reverse(),
      photoFiles: await findFiles(
        ex,
        workplaceId,
        requests.flatMap((one) => one.photoIds),
      ),
    };
  });
}

const safe = (name: string): string => name.replace(/[^\p{L}\p{N}.-]+/gu, '-').slice(0, 60) || 'picture';

/** Reads the pictures, and names those that can't be read. */
async function withPictures(deps: Deps, found: Read, language: string, signal: AbortSignal): Promise<EvidenceFacts> {
  const { photoFiles, ...facts } = found;
  const photos: EvidencePicture[] = [];
  const products: EvidencePicture[] = [];
  const leftOut: string[] = [];
  const asked = facts.requests.flatMap((one) => one.photoIds).length;
  for (const file of photoFiles) {
    signal.throwIfAborted();
    const bytes = await readPhoto(deps, file.file_id);
    if (bytes) photos.push({ path: `photos/${photos.length + 1}-${safe(file.name)}`, caption: file.name, bytes });
    else leftOut.push(file.name);
  }
  // Deleted photos have no name any more.
  for (let missing = asked - photoFiles.length; missing > 0; missing -= 1)
    leftOut.push(say(language, 'EVIDENCE_DELETED_PHOTO'));
  const urls = new Map(facts.lines.flatMap((line) => (line.image_url ? [[line.image_url, line.title] as const] : [])));
  for (const [url, title] of [...urls].slice(0, MOST_PRODUCTS)) {
    signal.throwIfAborted();
    const bytes = await readProductPicture(deps, facts.order.mode, url, signal);
    if (bytes)
      products.push({
        path: `products/${products.length + 1}-${safe(title)}.${FILE_EXTENSIONS[getFileKind(bytes) ?? 'jpeg']}`,
        caption: title,
        bytes,
      });
    else leftOut.push(title);
  }
  return { ...facts, photos, products, leftOut, createdAt: deps.clock.now() };
}

async function toPdf(facts: EvidenceFacts, row: EvidenceRow): Promise<Buffer> {
  const { language, time_zone: timeZone } = row;
  return renderPdf({
    title: `${say(language, 'EVIDENCE_TITLE')} ${facts.order.name}`,
    language,
    createdAt: facts.createdAt,
    pageLabel: (page, pages) => say(language, 'DOCUMENT_PAGE', { page, pages }),
    sections: [
      {
        blocks: evidenceBlocks(facts, { language, timeZone }),
        footer: [facts.storeName, facts.order.name].filter(Boolean).join(' · '),
      },
    ],
  });
}

async function toZip(facts: EvidenceFacts, pdf: Uint8Array): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  const files: Zippable = {
    'evidence.pdf': [pdf, { level: 0 }],
    'evidence.json': strToU8(JSON.stringify(toJson(facts), null, 2)),
  };
  // Pictures are compressed already.
  for (const { path, bytes } of [...facts.photos, ...facts.products]) files[path] = [bytes, { level: 0 }];
  return zipSync(files, { mtime: facts.createdAt });
}

async function make(
  deps: Deps,
  names: StoreNames,
  here: WorkplaceScope,
  row: EvidenceRow,
  signal: AbortSignal,
): Promise<void> {
  const { workplaceId } = here;
  const found = await read(deps, names, here, row);
  if (!found) throw new AppError('NOT_FOUND', 'OrderDetailNotFound');
  const facts = await withPictures(deps, found, row.language, signal);
  const pdf = await toPdf(facts, row);
  const zip = await toZip(facts, pdf);
  const name = `evidence-${safe(facts.order.name).replace(/^-+/, '')}`;
  const files = [
    await saveFile(deps, here, { name: `${name}.pdf`, bytes: pdf, field: 'evidence' }),
    await saveFile(deps, here, { name: `${name}.zip`, bytes: zip, field: 'evidence' }),
  ].map((file) => file.file_id);
  const [pdfId = '', zipId = ''] = files;
  await deps.db.tenant(here, async (tx) => {
    await linkFiles(tx, workplaceId, row, files);
    await finishEvidence(tx, workplaceId, row.evidence_id, { pdf: pdfId, zip: zipId, leftOut: facts.leftOut.length });
    await publish(tx, workplaceId, 'orders', [row.order_id]);
  });
}

/** Makes the files of an evidence row, unless that was done. A refusal or the last failure is shown to who asked. */
export async function makeEvidence(
  deps: Deps,
  names: StoreNames,
  here: WorkplaceScope,
  evidenceId: string,
  run: Pick<JobRun, 'isLastTry' | 'signal'>,
): Promise<void> {
  const { workplaceId } = here;
  const row = await deps.db.read(here, (ex) => findEvidence(ex, workplaceId, evidenceId));
  if (row?.state !== 'making') return;
  try {
    await make(deps, names, here, row, run.signal);
  } catch (error) {
    const refused = error instanceof AppError ? error : undefined;
    if (!refused && !run.isLastTry) throw error;
    await deps.db.tenant(here, async (tx) => {
      const why = refused ? { key: refused.messageKey, params: refused.params } : { key: 'EVIDENCE_FAILED' };
      await failEvidence(tx, workplaceId, evidenceId, why);
      await publish(tx, workplaceId, 'orders', [row.order_id]);
    });
    if (!refused) throw error;
  }
}
