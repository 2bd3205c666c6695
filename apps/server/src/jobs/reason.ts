const MOST = 300;

/** What may stand in an error's text and must not be kept with a job, each with what is kept in its place. */
const HIDDEN: readonly [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1…@'],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s?#]*)[?#]\S*/gi, '$1?…'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 …'],
  [/\b(ck|cs|sk|pk|rk|whsec|shpat|shpss|shpca|shprt|qw)_\w+/gi, '$1_…'],
  [/((?:token|secret|password|api[_-]?key|signature|hmac)["']?\s*[:=]\s*)["']?[^\s"',}]+["']?/gi, '$1…'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…@…'],
  // Nothing that people write is this long and unbroken; keys are.
  [/\b(?![0-9a-f]{8}-[0-9a-f]{4}-)[\w+/=-]{32,}/gi, '…'],
];

/** A text as it may be kept: one line, without keys, addresses' queries or e-mail addresses, at most 300 characters. */
export function withoutSecrets(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const hidden = HIDDEN.reduce((all, [what, instead]) => all.replace(what, instead), line);
  return hidden.length > MOST ? `${hidden.slice(0, MOST - 1)}…` : hidden;
}

/** Why a job failed, in a line that operators may read. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error) return withoutSecrets(error.message || error.name);
  return withoutSecrets(String(error));
}
