const STORED = 'quayside.social';

interface StoredBinding {
  binding: string;
  next: string | undefined;
}

/** Stores a random text in this tab for the time at the identity provider, and the page to open afterwards. */
export function saveBinding(next: string | undefined): string {
  const binding = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const kept: StoredBinding = { binding, next };
  sessionStorage.setItem(STORED, JSON.stringify(kept));
  return binding;
}

/** The stored text; undefined in a tab that did not start the sign-in. */
export function readBinding(): StoredBinding | undefined {
  const kept = sessionStorage.getItem(STORED);
  return kept ? (JSON.parse(kept) as StoredBinding) : undefined;
}
