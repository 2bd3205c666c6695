const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The entries of a list; none of a text that isn't one. */
export function entriesOf(value: string): string[] {
  const list = parse(value);
  return Array.isArray(list) ? list.map(String) : [];
}

/** A list of the lines of a text; empty without any. */
export function toList(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.length > 0 ? JSON.stringify(lines) : '';
}

export interface Measure {
  /** As typed. */
  amount: string;
  unit: string;
}

export function measureOf(value: string, unit: string): Measure {
  const found = parse(value) as { value?: unknown; unit?: unknown } | null | undefined;
  return typeof found === 'object' && found !== null
    ? { amount: String(found.value ?? ''), unit: String(found.unit ?? unit) }
    : { amount: value, unit };
}

/** A measurement in the store's text form; what isn't a number stays as it was typed, so that the server can say so. */
export function toMeasure({ amount, unit }: Measure): string {
  const text = amount.trim().replace(',', '.');
  if (text === '') return '';
  const value = Number(text);
  return Number.isFinite(value) ? JSON.stringify({ value, unit }) : text;
}

/** A value as people read it. */
export function shownValue(type: string, value: string, words: { yes: string; no: string }): string {
  if (type === 'boolean') return value === 'true' ? words.yes : value === 'false' ? words.no : value;
  if (type.startsWith('list.')) return entriesOf(value).join(', ') || value;
  if (type === 'weight' || type === 'dimension' || type === 'volume') {
    const { amount, unit } = measureOf(value, '');
    return `${amount} ${unit}`.trim();
  }
  return value;
}
