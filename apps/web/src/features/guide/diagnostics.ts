/** Facts about an installation and a browser for a problem report. */
export interface DiagnosticFacts {
  version: string;
  sandbox: boolean;
  browser: string;
  language: string;
  timeZone: string;
  window: { width: number; height: number };
  isOnline: boolean;
  role: string;
  /** Platform and state only: a report must not disclose the names or addresses of stores. */
  stores: readonly { platform: string; status: string }[];
  suppliers: readonly { supplier: string; status: string }[];
}

function countStates(states: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, times]) => (times > 1 ? `${state} (${times})` : state)).join(', ') || 'none';
}

/** Formats the facts for a report, in English. */
export const diagnosticSummary = (facts: DiagnosticFacts): string =>
  [
    `Quayside ${facts.version}${facts.sandbox ? ', sandbox on' : ''}`,
    `Browser: ${facts.browser}`,
    `Language: ${facts.language}; time zone: ${facts.timeZone}; window: ${facts.window.width} × ${facts.window.height}`,
    `Online: ${facts.isOnline ? 'yes' : 'no'}`,
    `Role: ${facts.role}`,
    `Stores: ${countStates(facts.stores.map(({ platform, status }) => `${platform} ${status}`))}`,
    `Suppliers: ${countStates(facts.suppliers.map(({ supplier, status }) => `${supplier} ${status}`))}`,
  ].join('\n');
