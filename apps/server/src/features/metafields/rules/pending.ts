import { metafieldId, metafieldPrint } from '@quayside/connector-kit';

interface Value {
  namespace: string;
  key: string;
  type: string;
  value: string;
  again: boolean;
  removed: boolean;
}

/** Fingerprints of values by id. */
export const printsOf = (values: readonly Omit<Value, 'again' | 'removed'>[]): Record<string, string> =>
  Object.fromEntries(values.map((one) => [metafieldId(one), metafieldPrint(one)]));

/** Texts of values by id. */
export const textsOf = (values: readonly Pick<Value, 'namespace' | 'key' | 'value'>[]): Record<string, string> =>
  Object.fromEntries(values.map((one) => [metafieldId(one), one.value]));

/** How many values a push would write or remove that the last one didn't. `pushed`: fingerprints at the last push; null: none. */
export function countPending(values: readonly Value[], pushed: Readonly<Record<string, string>> | null): number {
  const now = printsOf(values.filter((one) => !one.removed));
  const before = pushed ?? {};
  const again = new Set(values.filter((one) => one.again).map(metafieldId));
  const ids = new Set([...Object.keys(now), ...Object.keys(before), ...again]);
  return [...ids].filter((id) => again.has(id) || now[id] !== before[id]).length;
}
