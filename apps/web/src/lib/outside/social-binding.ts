const STORED = 'quayside.social';

interface Kept {
  binding: string;
  next: string | undefined;
}

/** A random text that stays in this tab while the person is away, and where to go after. */
export function keepBinding(next: string | undefined): string {
  const binding = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const kept: Kept = { binding, next };
  sessionStorage.setItem(STORED, JSON.stringify(kept));
  return binding;
}

/** What this tab kept; undefined in a tab that began nothing. */
export function keptBinding(): Kept | undefined {
  const kept = sessionStorage.getItem(STORED);
  return kept ? (JSON.parse(kept) as Kept) : undefined;
}
