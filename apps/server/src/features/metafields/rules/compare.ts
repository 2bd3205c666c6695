import { type HeldMetafield, metafieldId, planMetafields } from '@quayside/connector-kit';
import type { MetafieldDifference } from '@quayside/contracts';

interface Value {
  namespace: string;
  key: string;
  name: string;
  type: string;
  value: string;
  again: boolean;
  removed: boolean;
}

interface Seen {
  /** Fingerprints of the values that both sides had last. */
  known: Readonly<Record<string, string>>;
  sent: Readonly<Record<string, string>>;
  seen: Readonly<Record<string, string>>;
}

const ORDER = ['conflict', 'theirs', 'write'] as const;

/** What a push would do with each metafield that differs between a product and its store, as it was last read. Conflicts come first. */
export function compareMetafields(values: readonly Value[], { known, sent, seen }: Seen): MetafieldDifference[] {
  const there = new Map<string, HeldMetafield>();
  for (const { namespace, key, type } of values) {
    const value = seen[metafieldId({ namespace, key })];
    if (value !== undefined)
      there.set(metafieldId({ namespace, key }), { namespace, key, type, value, digest: '', isDefined: true });
  }
  const wanted = {
    values: values.filter((one) => !one.removed),
    removed: values.filter((one) => one.removed).map(metafieldId),
    again: values.filter((one) => one.again).map(metafieldId),
    known,
  };
  const plan = planMetafields(wanted, {}, there);
  const writes = new Set([...plan.set.map(({ field }) => metafieldId(field)), ...plan.remove.map(metafieldId)]);
  const kept = new Map(plan.outcomes.map((one) => [one.id, one.state]));
  const items = values.flatMap((one): MetafieldDifference[] => {
    const id = metafieldId(one);
    const state = kept.get(id);
    const verdict = writes.has(id) ? 'write' : state === 'theirs' || state === 'conflict' ? state : undefined;
    if (!verdict) return [];
    return [
      {
        id,
        name: one.name,
        type: one.type,
        ours: one.removed ? null : one.value,
        sent: sent[id] ?? null,
        theirs: seen[id] ?? null,
        verdict,
        choice: one.again ? 'ours' : null,
      },
    ];
  });
  return ORDER.flatMap((verdict) => items.filter((one) => one.verdict === verdict));
}
