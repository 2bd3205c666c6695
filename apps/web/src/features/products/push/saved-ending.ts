import { PRICE_ENDINGS, type PriceEnding } from '@quayside/kernel/price-ending.ts';
import { safeStorage } from '../../../lib/session.ts';

const STORAGE_NAME = 'quayside.push-ending';

/** Returns how converted prices ended the last time this person pushed. */
export function readEnding(): PriceEnding {
  const saved = safeStorage().getItem(STORAGE_NAME);
  return PRICE_ENDINGS.find((one) => one === saved) ?? 'exact';
}

export const saveEnding = (ending: PriceEnding): void => safeStorage().setItem(STORAGE_NAME, ending);
