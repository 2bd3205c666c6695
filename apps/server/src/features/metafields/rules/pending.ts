import { metafieldId, metafieldPrint } from '@quayside/connector-kit';

interface Value {
  namespace: string;
  key: string;
  type: string;
  value: string;
  again: boolean;
}

/** Fingerprints of values by id. */
export const printsOf = (values: readonly Omit<Value, 'again'>[]): Record<string, string> =>
  Object.fromEntries(values.map((one) => [metafieldId(one), metafieldPrint(one)]));

/** Whether a push would send other values than the last one. `pushed`: fingerprints at the last push; null: it had none. */
export function isPending(values: readonly Value[], pushed: Readonly<Record<string, string>> | null): boolean {
  if (values.some((one) => one.again)) return true;
  const now = printsOf(values);
  const before = pushed ?? {};
  const ids = new Set([...Object.keys(now), ...Object.keys(before)]);
  return [...ids].some((id) => now[id] !== before[id]);
}
