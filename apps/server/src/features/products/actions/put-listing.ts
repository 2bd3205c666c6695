import {
  ConnectorError,
  type FieldValue,
  type KeptFields,
  type Listed,
  type ListingInput,
  type StoreFields,
} from '@quayside/connector-kit';
import type { LookupResult } from '../../../jobs/effect/effect.ts';
import type { OpenStore } from '../../connections/index.ts';
import type { FieldRecord } from '../field-repo.ts';
import type { PushClaim, Pushed } from '../listing-repo.ts';
import type { Verdict } from '../rules/field-owner.ts';
import { type FieldPath, flatten, judgeFields, type KnownFields, keptFields } from '../rules/listing-fields.ts';

type Store = Pick<OpenStore, 'connector' | 'ctx'>;

/**
 * Finds what the store has of a listing; what an earlier try may have made is looked for by our reference. What is seen is
 * the product there that is to be updated; undefined: there is none.
 */
export async function requestListing(
  { connector, ctx }: Store,
  { external_product_id: known }: PushClaim,
  input: ListingInput,
  again: boolean,
): Promise<LookupResult<string | undefined, Pushed>> {
  if (known) return { seen: known, repeatable: true };
  const found = again ? await connector.findListing(ctx, input) : undefined;
  if (!found) return { seen: undefined };
  // Cut short, or made before the product was edited here: it is brought up to date in any case.
  return { seen: found.externalProductId, repeatable: true };
}

/** What is to be put, and what is known about the fields that the merchant may have changed. */
export interface ListingToPut {
  input: ListingInput;
  wanted: ReadonlyMap<FieldPath, FieldValue>;
  record: FieldRecord | undefined;
}

export interface PutListing {
  listed: Listed;
  /** Whose value each field kept; absent: everything was written. */
  verdicts?: ReadonlyMap<FieldPath, Verdict>;
}

const NOTHING_KNOWN: KnownFields = { sent: new Map(), choices: {}, oursWins: new Set() };

/**
 * Makes a listing's product in the store, or updates it. What the merchant changed there stays, as judged right before the
 * write from what the store holds. `forget`: notes that the product that was known is deleted there.
 */
export async function putListing(
  { connector, ctx }: Store,
  { external_product_id: known }: PushClaim,
  { input, wanted, record }: ListingToPut,
  seen: string | undefined,
  forget: () => Promise<void>,
): Promise<PutListing> {
  if (seen === undefined) return { listed: await connector.createListing(ctx, input) };
  let verdicts: ReadonlyMap<FieldPath, Verdict> | undefined;
  const choose = (held: StoreFields): KeptFields => {
    verdicts = judgeFields(wanted, flatten(held), record ?? NOTHING_KNOWN);
    return keptFields(verdicts);
  };
  try {
    const listed = await connector.updateListing(ctx, seen, input, choose);
    return { listed, ...(verdicts ? { verdicts } : {}) };
  } catch (error) {
    if (!known || !(error instanceof ConnectorError) || error.kind !== 'not-found') throw error;
    await forget();
    return { listed: await connector.createListing(ctx, input) };
  }
}
