import { shortRate } from '@quayside/kernel/rates.ts';
import { type ReactNode, useState } from 'react';
import { RateFields } from '../push/rate-fields.tsx';
import { readEnding, saveEnding } from '../push/saved-ending.ts';
import { suggestedRate, useSuggestedRates } from '../push/suggested-rates.ts';

interface Rates {
  /** Fields for the rates; null: none is needed. */
  fields: ReactNode;
  /** Every needed rate is known. */
  ready: boolean;
  /** For the request. */
  body: object & { rates?: Record<string, number>; price_ending?: ReturnType<typeof readEnding> };
  /** Remembers how prices end, once they are used. */
  save(): void;
}

/** Exchange rates of a push, asked for where currencies differ. */
export function useRates(needed: readonly { from: string; to: string }[]): Rates {
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({});
  const [ending, setEnding] = useState(readEnding);
  const suggested = useSuggestedRates(needed);
  const rates = Object.fromEntries(
    needed.flatMap(({ to }) => {
      const listed = suggested?.get(to);
      const suggestion = listed && suggestedRate(listed);
      const rate = typed[to] === undefined && suggestion ? shortRate(suggestion.rate) : typed[to];
      return typeof rate === 'number' ? [[to, rate] as const] : [];
    }),
  );
  return {
    fields:
      needed.length > 0 ? (
        <RateFields
          needed={needed}
          suggested={suggested}
          typed={typed}
          ending={ending}
          onRates={setTyped}
          onEnding={setEnding}
        />
      ) : null,
    ready: needed.every(({ to }) => rates[to] !== undefined),
    body: needed.length > 0 ? { rates, price_ending: ending } : {},
    save: () => {
      if (needed.length > 0) saveEnding(ending);
    },
  };
}
