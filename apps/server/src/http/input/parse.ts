import { AppError } from '@quayside/kernel';
import type { z } from 'zod';
import { say } from '../messages.ts';
import { checkInput } from './check-input.ts';
import { Faults } from './faults.ts';
import { pathOfNul } from './nul.ts';

const faultsIn = (locale: string): Faults => new Faults((key, params) => say(locale, key, params));

function refuseNul(value: unknown, faults: Faults): void {
  const at = pathOfNul(value);
  if (at === undefined) return;
  faults.name(at || 'body', 'INPUT_NUL');
  throw faults.refusal();
}

/** Parses parameters, query or headers by schema. Throws a refusal that names the invalid fields. */
export function parse<T>(schema: z.ZodType<T> | undefined, value: unknown, locale: string): T | undefined {
  if (!schema) return undefined;
  const faults = faultsIn(locale);
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) {
    faults.add(parsed.error.issues);
    throw faults.refusal();
  }
  refuseNul(value, faults);
  return parsed.data;
}

/**
 * Parses a body by schema, a large one in chunks. `mayHoldNul: false` when its bytes were searched already; throws a
 * refusal that names the invalid fields.
 */
export async function parseBody(
  schema: z.ZodType | undefined,
  value: unknown,
  locale: string,
  mayHoldNul = true,
): Promise<unknown> {
  if (!schema) return undefined;
  const faults = faultsIn(locale);
  const parsed = await checkInput(schema, value, faults);
  if (faults.any) throw faults.refusal();
  if (mayHoldNul) refuseNul(value, faults);
  return parsed;
}

/** The refusal of a body over a call's limits. */
export const tooLarge = ({
  bytes,
  items,
  keys,
  depth,
}: {
  bytes: number;
  items: number;
  keys: number;
  depth: number;
}) =>
  new AppError('TOO_LARGE', 'BODY_TOO_LARGE', { params: { kilobytes: Math.floor(bytes / 1024), items, keys, depth } });
