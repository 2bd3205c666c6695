import type { CallData } from '../../../lib/api.ts';
import type { PushProduct } from './push-product.ts';

type Answer = CallData<'POST /center/products/push-multiple-channel'>;

export interface PushOutcome {
  /** Products that stay in the drawer because a store or we refused them. */
  left: PushProduct[];
  /** Why, by the product's key. */
  failed: Record<string, string>;
  /** How many pushes were begun: one for each product and store. */
  begun: number;
}

/** What remains to be done after the answers of one press of the button. Source: rules B232, B233. */
export function outcomeOf(products: readonly PushProduct[], answers: readonly Answer[]): PushOutcome {
  const failed: Record<string, string> = {};
  for (const answer of answers) {
    for (const [key, problem] of Object.entries(answer.failed)) failed[key] = problem.text;
  }
  return {
    left: products.filter((product) => failed[product.key] !== undefined),
    failed,
    begun: answers.reduce((sum, answer) => sum + answer.items.length, 0),
  };
}
