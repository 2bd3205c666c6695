import { createHash } from 'node:crypto';
import { AppError, newId, notFound } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { publishAll } from '../../../live/publish.ts';
import { addProcesses, findProcess, setProcess } from '../../processes/index.ts';
import {
  type CopiedVariant,
  insertCopiedVariants,
  insertCopies,
  lockCopies,
  moveVariants,
  saveRest,
  takenSkus,
} from '../copy-repo.ts';
import { copyOverrides } from '../override-repo.ts';
import type { ProductPorts } from '../ports.ts';
import { findProduct, findVariants, lockProducts } from '../repo.ts';
import { copySkus, groupsByOption, partOf, refuseGroups, type SplitPart, splitTitles } from '../rules/split-by-hand.ts';
import type { Product, Variant } from '../tables.ts';
import { refuseInDemoMode } from './import-products.ts';

export type CopyPorts = Pick<ProductPorts, 'quota' | 'onCopied' | 'onVariantsMoved'>;

/** Names a request: the same key for the same subject returns the same result. */
export interface RequestName {
  /** What the request is about, such as an order line; absent: the product. */
  subject?: string | undefined;
  key: string;
}

/** How a product is split: by an option's values, or into groups of variants. The first group stays with the product. */
export interface SplitRequest extends RequestName {
  productId: string;
  option?: string | undefined;
  groups?: readonly (readonly string[])[] | undefined;
  /** The split-off variants leave the product; absent: only if no store has it. */
  move?: boolean | undefined;
}

type CopyKind = 'duplicate' | 'split';

export interface Copied {
  processId: string;
  productIds: string[];
}

/** What a split results in, the product itself first. */
export interface PlannedProduct {
  title: string;
  image: string | null;
  variants: number;
  options: string[];
  isOriginal: boolean;
}

/** Tries before a copy's SKUs end with a random text. */
const MOST_TRIES = 50;
/** Most products that a product is split into. */
export const MOST_PARTS = 100;

/** An entry's id, so that the same request finds the entry of its first try. UUID version 8: made by us. */
function processIdOf(workplaceId: string, kind: CopyKind, subject: string, key: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([workplaceId, kind, subject, key]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const isInStores = (product: Product): boolean => product.push_state !== 'unpushed';

/** What a product is split into. Throws with the field at fault. */
function planSplit(product: Product, variants: readonly Variant[], request: Omit<SplitRequest, keyof RequestName>) {
  const refuse = (field: string, code: string) =>
    new AppError('UNPROCESSABLE_ENTITY', code, { fields: { [field]: [code] } });
  const groups = request.groups ?? groupsByOption(product.options, variants, request.option ?? '');
  if (!groups) throw refuse('option', 'SPLIT_OPTION_UNKNOWN');
  if (groups.length > MOST_PARTS)
    throw new AppError('UNPROCESSABLE_ENTITY', 'SPLIT_TOO_MANY', {
      params: { products: groups.length, most: MOST_PARTS },
      fields: { [request.groups ? 'groups' : 'option']: ['SPLIT_TOO_MANY'] },
    });
  const refusal = refuseGroups(variants, groups);
  if (refusal) throw refuse(request.groups ? refusal.field : 'option', refusal.key);
  const inStores = isInStores(product);
  const move = request.move ?? !inStores;
  const byId = new Map(variants.map((variant) => [variant.variant_id, variant]));
  // In the product's order, whatever order the request names them in.
  const parts = groups.map((ids) => variants.filter((one) => ids.includes(one.variant_id) && byId.has(one.variant_id)));
  const titles = splitTitles(product, variants, parts);
  const [rest, ...created] = parts.map((group, at) => {
    const isKept = at === 0 && (inStores || !move);
    const title = isKept ? product.title : (titles[at] ?? product.title);
    return partOf(product, variants, at === 0 && !move ? variants : group, title, isKept);
  });
  return { rest: rest as SplitPart, created, move };
}

const plannedOf = (part: SplitPart, isOriginal: boolean): PlannedProduct => ({
  title: part.title,
  image: part.images[0]?.url ?? null,
  variants: part.variants.length,
  options: part.options.map((option) => option.name),
  isOriginal,
});

/** What a split would result in. Changes nothing. */
export async function previewSplit(
  ex: Executor,
  workplaceId: string,
  product: Product | undefined,
  request: Omit<SplitRequest, keyof RequestName>,
): Promise<PlannedProduct[]> {
  if (!product) throw notFound('PRODUCT_NOT_FOUND');
  const variants = await findVariants(ex, workplaceId, [product.product_id]);
  const { rest, created } = planSplit(product, variants, request);
  return [plannedOf(rest, true), ...created.map((part) => plannedOf(part, false))];
}

/** SKUs that no product of the workspace has: a store may refuse a second variant with the same one, and orders are matched by it. */
async function freeSkus(tx: Executor, workplaceId: string, skus: readonly string[]): Promise<string[]> {
  for (let n = 2; n < MOST_TRIES; n += 1) {
    const wanted = copySkus(skus, n);
    if ((await takenSkus(tx, workplaceId, wanted)).length === 0) return wanted;
  }
  const tail = newId().slice(-8);
  return skus.map((sku, at) => `${sku.slice(0, 80)}-${tail}-${at + 1}`);
}

/** Writes new products made of another one, each with copies of its part's variants. Returns their ids. */
async function writeCopies(
  tx: Executor,
  workplaceId: string,
  from: Product,
  parts: readonly SplitPart[],
): Promise<string[]> {
  const copies = parts.map((part) => ({ productId: newId(), part }));
  const all = copies.flatMap(({ productId, part }) => part.variants.map((variant) => ({ productId, variant })));
  const skus = await freeSkus(
    tx,
    workplaceId,
    all.map(({ variant }) => variant.sku),
  );
  const copied: CopiedVariant[] = all.map(({ productId, variant }, at) => ({
    fromId: variant.variant_id,
    variant: { ...variant, product_id: productId, variant_id: newId(), sku: skus[at] ?? variant.sku, barcode: '' },
  }));
  await insertCopies(tx, workplaceId, from, copies);
  await insertCopiedVariants(tx, workplaceId, copied);
  const copyIds = copies.map(({ productId }) => productId);
  await copyOverrides(tx, workplaceId, from.product_id, copyIds);
  return copyIds;
}

/** Splits variants off into new products; they leave the product, and keep their ids and SKUs. */
async function writeMoved(
  tx: Executor,
  workplaceId: string,
  from: Product,
  { rest, created }: { rest: SplitPart; created: readonly SplitPart[] },
): Promise<string[]> {
  const copies = created.map((part) => ({ productId: newId(), part }));
  await insertCopies(tx, workplaceId, from, copies);
  const moved = copies.flatMap(({ productId, part }) =>
    part.variants.map((variant) => ({ ...variant, product_id: productId })),
  );
  await moveVariants(tx, workplaceId, [...moved, ...rest.variants]);
  await saveRest(tx, workplaceId, from, rest);
  const copyIds = copies.map(({ productId }) => productId);
  await copyOverrides(tx, workplaceId, from.product_id, copyIds);
  return copyIds;
}

/** What an earlier try of a request made. */
export async function findCopied(
  ex: Executor,
  workplaceId: string,
  kind: CopyKind,
  subject: string,
  key: string,
): Promise<Copied | undefined> {
  const process = await findProcess(ex, workplaceId, processIdOf(workplaceId, kind, subject, key));
  return process && { processId: process.process_id, productIds: (process.result?.product_ids ?? []) as string[] };
}

interface Making extends RequestName {
  kind: CopyKind;
  productId: string;
  /** New products that will be made, as far as known before the product is locked. */
  wanted: number;
  make(tx: Executor, product: Product, variants: readonly Variant[]): Promise<string[]>;
}

/** The shared part of both: once per key, within the plan, with an entry in the tray, in one transaction. */
async function once(
  deps: Deps,
  ports: CopyPorts,
  scope: WorkplaceScope,
  { kind, productId, subject = productId, key, wanted, make }: Making,
): Promise<Copied> {
  const { accountId, workplaceId } = scope;
  const processId = processIdOf(workplaceId, kind, subject, key);
  const earlier = (ex: Executor) => findCopied(ex, workplaceId, kind, subject, key);
  const before = await deps.db.read(scope, earlier);
  if (before) return before;
  const admission = await ports.quota.admit(scope, 'PRODUCT_IMPORT', wanted);
  return deps.db.tenant(scope, async (tx) => {
    await refuseInDemoMode(tx, accountId);
    await lockCopies(tx, workplaceId);
    // Asked again behind the lock: the same request may have been sent twice at the same time.
    const same = await earlier(tx);
    if (same) return same;
    if (admission.refusal) throw admission.refusal;
    const [product] = await lockProducts(tx, workplaceId, [productId]);
    if (!product) throw notFound('PRODUCT_NOT_FOUND');
    if (product.push_state === 'processing') throw new AppError('BAD_REQUEST', 'PRODUCT_IS_PROCESSING');
    const productIds = await make(tx, product, await findVariants(tx, workplaceId, [productId]));
    await admission.confirm(tx);
    await addProcesses(tx, workplaceId, [
      {
        process_id: processId,
        kind,
        subject_id: productId,
        title: product.title,
        image_url: product.images[0]?.url ?? null,
        channel: null,
        store_id: null,
        total: productIds.length,
      },
    ]);
    await setProcess(tx, workplaceId, processId, {
      status: 'success',
      done: productIds.length,
      result: { product_ids: productIds },
    });
    await ports.onCopied?.(tx, scope, productIds);
    await publishAll(tx, workplaceId, [
      { topic: 'products', ids: [productId, ...productIds].slice(0, 100) },
      { topic: 'counts' },
    ]);
    return { processId, productIds };
  });
}

/**
 * Makes a copy of a product on the import list: words, images, options, variants, prices and suppliers. Its SKUs are new.
 * Throws DEMO_MODE, PRODUCT_NOT_FOUND, PRODUCT_IS_PROCESSING, or the plan's refusal.
 */
export const duplicateProduct = (
  deps: Deps,
  ports: CopyPorts,
  scope: WorkplaceScope,
  { productId, subject, key, locale }: RequestName & { productId: string; locale: string },
): Promise<Copied> =>
  once(deps, ports, scope, {
    kind: 'duplicate',
    productId,
    subject,
    key,
    wanted: 1,
    make(tx, product, variants) {
      const title = say(locale, 'PRODUCT_COPY_TITLE', { title: product.title }).slice(0, 255);
      const part = partOf(product, variants, variants, title, true);
      return writeCopies(tx, scope.workplaceId, product, [part]);
    },
  });

/**
 * Splits a product: the first group stays, every other one becomes a product on the import list. In a store nothing
 * changes: variants that leave a listed product leave its listing at the next push. Throws as duplicateProduct, and with the
 * field for groups that can't be made.
 */
export async function splitProduct(
  deps: Deps,
  ports: CopyPorts,
  scope: WorkplaceScope,
  request: SplitRequest,
): Promise<Copied> {
  const { workplaceId } = scope;
  const { productId, subject = productId, key } = request;
  const wanted = await deps.db.read(scope, async (ex) => {
    const product = await findProduct(ex, workplaceId, productId);
    // What was split before is found by its key, whatever became of the product since.
    if (!product || (await findCopied(ex, workplaceId, 'split', subject, key))) return 1;
    return planSplit(product, await findVariants(ex, workplaceId, [productId]), request).created.length;
  });
  return once(deps, ports, scope, {
    kind: 'split',
    productId,
    subject,
    key,
    wanted,
    async make(tx, product, variants) {
      const plan = planSplit(product, variants, request);
      if (!plan.move) return writeCopies(tx, workplaceId, product, plan.created);
      const created = await writeMoved(tx, workplaceId, product, plan);
      await ports.onVariantsMoved?.(tx, scope, productId);
      return created;
    },
  });
}
