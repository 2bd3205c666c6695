import { createHash } from 'node:crypto';
import { type GraphQLResolveInfo, Kind, valueFromASTUntyped } from 'graphql';
import { isForgetful } from '../core/forgetful.ts';
import type { World } from '../core/world.ts';
import type { Call } from './call.ts';
import { badInput } from './errors.ts';

/** Mutations that Shopify refuses without a key since 2026-04, as far as this stand-in has them. */
export const NEEDS_KEY = new Set(['inventorySetQuantities', 'inventoryActivate', 'refundCreate']);

export const createIdempotencyTable = (world: World): void =>
  world.db.exec(`create table if not exists shopify_idempotency (shop text, client text, mutation text, key text,
    input text not null, answer text not null, primary key (shop, client, mutation, key))`);

/** The key that the caller put on a field with @idempotent. */
function keyOf(info: GraphQLResolveInfo): string | undefined {
  for (const node of info.fieldNodes) {
    const directive = node.directives?.find((one) => one.name.value === 'idempotent');
    const value = directive?.arguments?.find((one) => one.name.value === 'key')?.value;
    if (!value) continue;
    const key =
      value.kind === Kind.VARIABLE ? info.variableValues.coerced[value.name.value] : valueFromASTUntyped(value);
    if (typeof key !== 'string' || key.trim() === '') throw badInput('The idempotency key must not be empty');
    return key;
  }
  return undefined;
}

/** Same key, other parameters: Shopify takes it for a mistake. */
export class KeyMismatch extends Error {
  override readonly name = 'KeyMismatch';
}

/**
 * Runs a mutation once per key, in one transaction: a second call with the key gets the first one's answer and changes
 * nothing. Throws KeyMismatch when the parameters differ, a GraphQL error when a needed key is missing.
 */
export function once<T>(call: Call, info: GraphQLResolveInfo, input: unknown, work: () => T): T {
  const { db } = call.world;
  const key = keyOf(info);
  if (!NEEDS_KEY.has(info.fieldName)) {
    if (key === undefined) return call.world.transaction(work);
    throw badInput(`The @idempotent directive is not supported on the ${info.fieldName} mutation.`);
  }
  if (key === undefined) {
    throw badInput(`The @idempotent directive is required for the ${info.fieldName} mutation but was not provided.`);
  }
  const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const id = [call.seed.shop, call.clientId, info.fieldName, key];
  if (isForgetful(call.world)) return call.world.transaction(work);
  return call.world.transaction(() => {
    const known = db
      .prepare(
        'select input, answer from shopify_idempotency where shop = ? and client = ? and mutation = ? and key = ?',
      )
      .get(...id);
    if (known && known.input !== hash) throw new KeyMismatch('The idempotency key was used with other parameters');
    if (known) return JSON.parse(String(known.answer)) as T;
    const answer = work();
    db.prepare('insert into shopify_idempotency values (?, ?, ?, ?, ?, ?)').run(...id, hash, JSON.stringify(answer));
    return answer;
  });
}
