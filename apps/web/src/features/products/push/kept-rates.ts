const STORAGE_NAME = 'quayside.push-rates';

/** The rates a person typed last, by the store's currency: a suggestion for the next push, always on screen before it is used. */
export function keptRates(): Record<string, number> {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(STORAGE_NAME) ?? '{}');
    if (typeof saved !== 'object' || saved === null) return {};
    return Object.fromEntries(Object.entries(saved).filter(([, rate]) => typeof rate === 'number' && rate > 0));
  } catch {
    return {};
  }
}

export function keepRate(currency: string, rate: number): void {
  try {
    localStorage.setItem(STORAGE_NAME, JSON.stringify({ ...keptRates(), [currency]: rate }));
  } catch {
    // It is then typed again.
  }
}
