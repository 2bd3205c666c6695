import type { CallData } from '../../../lib/api.ts';
import type { PushProduct } from './push-product.ts';

type Answer = CallData<'POST /center/products/push-multiple-channel'>;
type Problem = Answer['failed'][string];

/** A rate that the server asks for: the store's currency may have changed since the drawer was opened. */
export interface RateAsked {
  from: string;
  to: string;
  text: string;
}

export interface PushOutcome {
  /** Products that stay in the drawer because a store or we refused them. */
  left: PushProduct[];
  /** Why, by the product's key. */
  failed: Record<string, string>;
  /** Rates that are missing; their refusal belongs to the field of the rate and not to the products. */
  rates: RateAsked[];
  /** How many pushes were begun: one for each product and store. */
  begun: number;
}

function rateOf({ key, params, text }: Problem): RateAsked | undefined {
  const { from, to } = params ?? {};
  return key === 'PUSH_NEEDS_RATE' && from && to ? { from: String(from), to: String(to), text } : undefined;
}

/** What remains to be done after the answers of one press of the button. Source: rules B232, B233. */
export function toOutcome(products: readonly PushProduct[], answers: readonly Answer[]): PushOutcome {
  const failed: Record<string, string> = {};
  const rates = new Map<string, RateAsked>();
  const held = new Set<string>();
  for (const answer of answers) {
    for (const [key, problem] of Object.entries(answer.failed)) {
      const rate = rateOf(problem);
      held.add(key);
      if (rate) rates.set(`${rate.from} ${rate.to}`, rate);
      else failed[key] = problem.text;
    }
  }
  return {
    left: products.filter((product) => held.has(product.key)),
    failed,
    rates: [...rates.values()],
    begun: answers.reduce((sum, answer) => sum + answer.items.length, 0),
  };
}
