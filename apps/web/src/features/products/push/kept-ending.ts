import { PRICE_ENDINGS, type PriceEnding } from '@quayside/kernel/price-ending.ts';

const STORAGE_NAME = 'quayside.push-ending';

/** Returns how converted prices ended the last time this person pushed. */
export function readEnding(): PriceEnding {
  try {
    const saved = localStorage.getItem(STORAGE_NAME);
    return PRICE_ENDINGS.find((one) => one === saved) ?? 'exact';
  } catch {
    return 'exact';
  }
}

export function saveEnding(ending: PriceEnding): void {
  try {
    localStorage.setItem(STORAGE_NAME, ending);
  } catch {
    // It is chosen again the next time.
  }
}
