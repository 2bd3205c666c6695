import {
  type ConnectorContext,
  type HeldMetafield,
  type MetafieldOutcome,
  type MetafieldPlan,
  type MetafieldRecord,
  type MetafieldValue,
  metafieldId,
  metafieldPrint,
  metafieldText,
  planMetafields,
  type StoreMetafieldDefinition,
  type WantedMetafields,
} from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors, type UserError } from './errors.ts';
import type { putMetafield } from './map-product.ts';
import { everyPage } from './pages.ts';
import { REF_KEY } from './put.ts';
import type { RawHeldMetafield } from './raw.ts';

/** Shopify takes 25 metafields in a request; one of them is the record of what we put there. */
const BATCH = 24;
/** Metafields of a product that are read at once: two points each. */
const READ_BATCH = 100;
/** Products whose metafields are read at once, within these points. */
const MOST_PRODUCTS = 50;
const MOST_POINTS = 600;
/** Reads of a product whose metafields the merchant changes meanwhile. */
const MOST_READS = 3;
/** Access of other apps to a definition that lets us write. Absent: the definition doesn't limit it. */
const WRITABLE = 'PUBLIC_READ_WRITE';

/** All metafields that the shop defines for products, but our own. */
export async function readMetafieldDefinitions(ctx: ConnectorContext): Promise<StoreMetafieldDefinition[]> {
  const found = await everyPage(
    async (after) => (await run(ctx, documents.metafieldDefinitions, { after })).metafieldDefinitions,
  );
  return found
    .filter(({ key, type }) => key !== REF_KEY || type.name !== 'id')
    .map(({ namespace, key, name, description, type, validations, access }) => ({
      namespace,
      key,
      name,
      description: description ?? '',
      type: type.name,
      validations: validations.flatMap((one) => (one.value == null ? [] : [{ name: one.name, value: one.value }])),
      isWritable: !access.admin || access.admin === WRITABLE,
    }));
}

const toHeld = ({ namespace, key, type, value, compareDigest, definition }: RawHeldMetafield): HeldMetafield => ({
  namespace,
  key,
  type,
  value: metafieldText({ type, value }),
  digest: compareDigest,
  isDefined: definition !== null,
});

/** The metafields with these ids (`namespace.key`) that a product has. */
async function readHeld(
  ctx: ConnectorContext,
  id: string,
  ids: readonly string[],
): Promise<Map<string, HeldMetafield>> {
  const held = new Map<string, HeldMetafield>();
  for (let at = 0; at < ids.length; at += READ_BATCH) {
    const keys = ids.slice(at, at + READ_BATCH);
    const { product } = await run(ctx, documents.heldMetafields, { id, keys, first: keys.length }, keys.length);
    for (const field of product?.metafields.nodes ?? []) held.set(metafieldId(field), toHeld(field));
  }
  return held;
}

/** Values of some metafields of products, in as few calls as the points allow. */
export async function readMetafields(
  ctx: ConnectorContext,
  { externalProductIds, ids }: { externalProductIds: readonly string[]; ids: readonly string[] },
): Promise<Map<string, MetafieldValue[]>> {
  const found = new Map<string, MetafieldValue[]>();
  for (let at = 0; at < ids.length; at += READ_BATCH) {
    const keys = ids.slice(at, at + READ_BATCH);
    const most = Math.max(1, Math.min(MOST_PRODUCTS, Math.floor(MOST_POINTS / (3 + keys.length))));
    for (let from = 0; from < externalProductIds.length; from += most) {
      const group = externalProductIds.slice(from, from + most);
      const variables = { ids: group, keys, first: keys.length };
      const { nodes } = await run(ctx, documents.metafieldsOf, variables, group.length * keys.length);
      for (const node of nodes)
        if (node?.metafields)
          found.set(node.id, [
            ...(found.get(node.id) ?? []),
            ...node.metafields.nodes.map((field) => ({ ...field, value: metafieldText(field) })),
          ]);
    }
  }
  return found;
}

type Settable = MetafieldPlan['set'][number];

/** Shopify knows the type from the definition; without one it asks for a type. */
const isUndefined = ({ code, field }: UserError): boolean => field?.at(-1) === 'type' && code === 'BLANK';

/** The outcome of a metafield that Shopify refused. Another app, or the shop's limits, may be the reason. */
const refusal = (id: string, errors: readonly UserError[]): MetafieldOutcome =>
  errors.some(isUndefined)
    ? { id, state: 'gone' }
    : { id, state: 'refused', reason: [...new Set(errors.map(({ message }) => message))].join('; ') };

interface Written {
  record: Record<string, MetafieldRecord[string]>;
  outcomes: MetafieldOutcome[];
  /** Ids of those that the merchant changed since they were read. */
  stale: string[];
}

/** The record of what we put on the product, as a metafield, with these metafields in it. */
export type RecordOf = (metafields: MetafieldRecord) => ReturnType<typeof putMetafield>;

/**
 * Sets metafields with the record of it in the same request, which Shopify carries out as a whole or not at all: what it refuses
 * is left out, and the rest sent again.
 */
async function setBatch(
  ctx: ConnectorContext,
  productId: string,
  batch: readonly Settable[],
  before: MetafieldRecord,
  recordOf: RecordOf,
): Promise<Written> {
  const written: Written = { record: { ...before }, outcomes: [], stale: [] };
  let pending = batch;
  while (pending.length > 0) {
    const sent = pending.map(({ field }) => [metafieldId(field), { sent: metafieldPrint(field) }] as const);
    const metafields = [
      recordOf({ ...before, ...Object.fromEntries(sent) }),
      ...pending.map(({ field: { namespace, key, value }, digest }) => ({
        ownerId: productId,
        namespace,
        key,
        value,
        compareDigest: digest,
      })),
    ];
    const { metafieldsSet } = await run(ctx, documents.setMetafields, { metafields });
    const errors = metafieldsSet?.userErrors ?? [];
    if (errors.length === 0) {
      const held = new Map(
        (metafieldsSet?.metafields ?? []).map((field) => [metafieldId(field), metafieldPrint(field)]),
      );
      for (const [id, one] of sent) {
        written.record[id] = { ...one, ...(held.has(id) ? { held: held.get(id) } : {}) };
        written.outcomes.push({ id, state: 'same' });
      }
      return written;
    }
    const byField = Map.groupBy(errors, ({ elementIndex, field }) => (elementIndex ?? Number(field?.[1])) - 1);
    const bad = new Set<Settable>();
    for (const [at, own] of byField) {
      const one = pending[at];
      // The record itself, or the request as a whole.
      if (!one) throw refuseUserErrors('Shopify refused the metafields', own);
      bad.add(one);
      const id = metafieldId(one.field);
      if (own.some(({ code }) => code === 'STALE_OBJECT')) written.stale.push(id);
      else written.outcomes.push(refusal(id, own));
    }
    pending = pending.filter((one) => !bad.has(one));
  }
  return written;
}

/** Deletes metafields that are as we wrote them, with the record of it in the same request. */
async function removeBatch(
  ctx: ConnectorContext,
  ownerId: string,
  fields: readonly MetafieldValue[],
  record: ReturnType<typeof putMetafield>,
): Promise<void> {
  const metafields = fields.map(({ namespace, key }) => ({ ownerId, namespace, key }));
  const done = await run(ctx, documents.removeMetafields, { metafields, record: [record] });
  refuseUserErrors('Shopify refused to delete metafields', done.metafieldsDelete?.userErrors ?? []);
  refuseUserErrors('Shopify refused the record of the product', done.metafieldsSet?.userErrors ?? []);
}

/**
 * Brings the wanted metafields to a product. `put`: what we wrote earlier; `isNew`: Shopify has just made the product, so that it
 * has none. One that the merchant changes between our read and our write is read again.
 */
export async function putMetafields(
  ctx: ConnectorContext,
  productId: string,
  wanted: WantedMetafields,
  put: MetafieldRecord,
  recordOf: RecordOf,
  isNew = false,
): Promise<{ put: MetafieldRecord; outcomes: MetafieldOutcome[] }> {
  const ids = [...new Set([...wanted.values.map(metafieldId), ...(wanted.removed ?? []), ...Object.keys(put)])];
  if (ids.length === 0) return { put, outcomes: [] };
  let record = put;
  // What the store held of an earlier product says nothing about a new one.
  let open: WantedMetafields = isNew ? { ...wanted, known: {} } : wanted;
  const outcomes: MetafieldOutcome[] = [];
  for (let read = 1; ; read += 1) {
    const there = isNew && read === 1 ? new Map() : await readHeld(ctx, productId, ids);
    const plan = planMetafields(open, record, there);
    // What is to be set keeps its record until then, and what an earlier round settled keeps it anyway.
    const kept = [...plan.set.map(({ field }) => metafieldId(field)), ...outcomes.map(({ id }) => id)];
    const last = record;
    record = { ...plan.record, ...Object.fromEntries(kept.flatMap((id) => (last[id] ? [[id, last[id]]] : []))) };
    outcomes.push(...plan.outcomes);
    if (read === 1 && plan.remove.length > 0) await removeBatch(ctx, productId, plan.remove, recordOf(record));
    const stale: string[] = [];
    for (let at = 0; at < plan.set.length; at += BATCH) {
      const written = await setBatch(ctx, productId, plan.set.slice(at, at + BATCH), record, recordOf);
      record = written.record;
      outcomes.push(...written.outcomes);
      stale.push(...written.stale);
    }
    if (stale.length === 0) break;
    if (read === MOST_READS) {
      outcomes.push(...stale.map((id) => ({ id, state: 'conflict' as const, held: there.get(id)?.value ?? null })));
      break;
    }
    const values = wanted.values.filter((field) => stale.includes(metafieldId(field)));
    // A choice for ours was made against another value.
    open = { ...open, values, removed: [], again: [] };
  }
  return { put: record, outcomes };
}
