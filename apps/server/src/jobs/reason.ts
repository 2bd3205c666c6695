const MOST = 300;

/** Patterns that must not be stored with a job, each with its replacement. */
const HIDDEN: readonly [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1…@'],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s?#]*)[?#]\S*/gi, '$1?…'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 …'],
  [/\b(ck|cs|sk|pk|rk|whsec|shpat|shpss|shpca|shprt|qw)_\w+/gi, '$1_…'],
  [/((?:token|secret|password|api[_-]?key|signature|hmac)["']?\s*[:=]\s*)["']?[^\s"',}]+["']?/gi, '$1…'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…@…'],
  // Ordinary text has no unbroken run this long; keys do.
  [/\b(?![0-9a-f]{8}-[0-9a-f]{4}-)[\w+/=-]{32,}/gi, '…'],
];

/** Sanitizes a text for storage: one line of at most 300 characters, without keys, query strings or email addresses. */
export function withoutSecrets(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const hidden = HIDDEN.reduce((all, [what, instead]) => all.replace(what, instead), line);
  return hidden.length > MOST ? `${hidden.slice(0, MOST - 1)}…` : hidden;
}

/** Failure reason of a job, safe to show to operators. */
export function toReason(error: unknown): string {
  if (error instanceof Error) return withoutSecrets(error.message || error.name);
  return withoutSecrets(String(error));
}
