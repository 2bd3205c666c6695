import { isEditableMetafield, METAFIELD_UNITS } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';

export interface Definition {
  type: string;
  validations: readonly { name: string; value: string }[];
  is_writable: boolean;
}

export interface Problem {
  key: string;
  params: MessageParams;
}

type Checked = { value: string } | { problem: Problem };

const no = (key: string, params: MessageParams = {}): Checked => ({ problem: { key, params } });

/** Entries of a list, as Shopify limits them unless the definition does. */
const MOST_ENTRIES = 128;
/** Digits before and after the point that Shopify keeps of decimals. */
const DECIMAL = /^[+-]?\d{1,13}(\.\d{1,9})?$/;
const INTEGER = /^[+-]?\d{1,16}$/;
const SCHEMES = ['http:', 'https:', 'mailto:', 'sms:', 'tel:'];

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

interface Measure {
  value: number;
  unit: string;
}
/** How much a unit is, in the smallest of its kind. Source: the international definitions of the units. */
const SIZE: Record<string, number> = {
  g: 1,
  kg: 1000,
  oz: 28.349523125,
  lb: 453.59237,
  mm: 1,
  cm: 10,
  m: 1000,
  in: 25.4,
  ft: 304.8,
  yd: 914.4,
  ml: 1,
  cl: 10,
  l: 1000,
  m3: 1_000_000,
  us_fl_oz: 29.5735295625,
  us_pt: 473.176473,
  us_qt: 946.352946,
  us_gal: 3785.411784,
  imp_fl_oz: 28.4130625,
  imp_pt: 568.26125,
  imp_qt: 1136.5225,
  imp_gal: 4546.09,
};
const sizeOf = ({ value, unit }: Measure): number => value * (SIZE[unit] ?? Number.NaN);

function readMeasure(type: keyof typeof METAFIELD_UNITS, text: string): Measure | undefined {
  const found = parse(text) as { value?: unknown; unit?: unknown } | null | undefined;
  if (typeof found !== 'object' || found === null) return undefined;
  const { value, unit } = found;
  const isUnit = METAFIELD_UNITS[type].some((one) => one === unit);
  return typeof value === 'number' && value >= 0 && isUnit && typeof unit === 'string' ? { value, unit } : undefined;
}

/** A bound of a definition in the type's own form; one that can't be read is no bound. */
const rulesOf = ({ validations }: Definition) => {
  const text = (name: string) => validations.find((one) => one.name === name)?.value;
  const number = (name: string): number | undefined => {
    const found = text(name);
    return found !== undefined && found.trim() !== '' && Number.isFinite(Number(found)) ? Number(found) : undefined;
  };
  const list = (name: string): string[] | undefined => {
    const found = parse(text(name) ?? '');
    return Array.isArray(found) ? found.map(String) : undefined;
  };
  return { text, number, list };
};
type Rules = ReturnType<typeof rulesOf>;

const inRange = (
  amount: number,
  min: number | undefined,
  max: number | undefined,
  shown: { min: string; max: string },
): Problem | undefined =>
  min !== undefined && amount < min
    ? { key: 'METAFIELD_MIN', params: { min: shown.min } }
    : max !== undefined && amount > max
      ? { key: 'METAFIELD_MAX', params: { max: shown.max } }
      : undefined;

const notChosen = (rules: Rules, values: readonly string[]): Problem | undefined => {
  const choices = rules.list('choices');
  const other = choices && values.find((one) => !choices.includes(one));
  return other === undefined ? undefined : { key: 'METAFIELD_CHOICE', params: { choices: (choices ?? []).join(', ') } };
};

function checkText(value: string, rules: Rules): Checked {
  const [min, max] = [rules.number('min'), rules.number('max')];
  const { length } = [...value];
  if (min !== undefined && length < min) return no('METAFIELD_TOO_SHORT', { min });
  if (max !== undefined && length > max) return no('METAFIELD_TOO_LONG', { max });
  const problem = notChosen(rules, [value]);
  return problem ? { problem } : { value };
}

function checkNumber(value: string, rules: Rules): Checked {
  const problem = inRange(Number(value), rules.number('min'), rules.number('max'), {
    min: rules.text('min') ?? '',
    max: rules.text('max') ?? '',
  });
  if (problem) return { problem };
  const digits = rules.number('max_precision');
  const used = value.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  return digits !== undefined && used > digits ? no('METAFIELD_PRECISION', { digits }) : { value };
}

function checkDay(value: string, rules: Rules): Checked {
  const day = (name: string) => rules.text(name)?.slice(0, 10);
  const [min, max] = [day('min'), day('max')];
  // Days in this form sort as texts.
  if (min !== undefined && value < min) return no('METAFIELD_MIN', { min });
  if (max !== undefined && value > max) return no('METAFIELD_MAX', { max });
  return { value };
}

function checkAddress(value: string, rules: Rules): Checked {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !SCHEMES.includes(url.protocol) || /\s/.test(value)) return no('METAFIELD_URL');
  const domains = rules.list('allowed_domains');
  const isAllowed = !domains || domains.some((one) => url.hostname === one || url.hostname.endsWith(`.${one}`));
  return isAllowed ? { value } : no('METAFIELD_DOMAIN', { domains: (domains ?? []).join(', ') });
}

function checkMeasure(type: keyof typeof METAFIELD_UNITS, text: string, rules: Rules): Checked {
  const measure = readMeasure(type, text);
  if (!measure) return no('METAFIELD_MEASURE', { units: METAFIELD_UNITS[type].join(', ') });
  const bound = (name: string) => readMeasure(type, rules.text(name) ?? '');
  const [min, max] = [bound('min'), bound('max')];
  const shown = (one: Measure | undefined) => (one ? `${one.value} ${one.unit}` : '');
  const problem = inRange(sizeOf(measure), min && sizeOf(min), max && sizeOf(max), {
    min: shown(min),
    max: shown(max),
  });
  return problem ? { problem } : { value: JSON.stringify({ value: measure.value, unit: measure.unit }) };
}

function checkList(text: string, rules: Rules): Checked {
  const list = parse(text);
  const isList = Array.isArray(list) && list.every((one): one is string => typeof one === 'string');
  if (!isList || list.some((one) => one.trim() === '' || /[\r\n]/.test(one))) return no('METAFIELD_LIST');
  const most = Math.min(MOST_ENTRIES, rules.number('list.max') ?? MOST_ENTRIES);
  if (list.length > most) return no('METAFIELD_LIST_MAX', { max: most });
  const least = rules.number('list.min');
  if (least !== undefined && list.length < least) return no('METAFIELD_LIST_MIN', { min: least });
  const problem = notChosen(rules, list);
  return problem ? { problem } : { value: JSON.stringify(list) };
}

/**
 * A value as it is kept, or why it can't be: by its type, and by its definition. Patterns (`regex`) are left to the store, since
 * they come from outside and are of another dialect.
 */
export function checkValue(definition: Definition, text: string): Checked {
  const { type } = definition;
  if (!isEditableMetafield(type) || !definition.is_writable) return no('METAFIELD_READ_ONLY');
  const rules = rulesOf(definition);
  const value = text.trim();
  switch (type) {
    case 'single_line_text_field':
      return /[\r\n]/.test(value) ? no('METAFIELD_SINGLE_LINE') : checkText(value, rules);
    case 'multi_line_text_field':
      return checkText(value.replaceAll('\r\n', '\n'), rules);
    case 'number_integer':
      return INTEGER.test(value) ? checkNumber(value, rules) : no('METAFIELD_INTEGER');
    case 'number_decimal':
      return DECIMAL.test(value) ? checkNumber(value, rules) : no('METAFIELD_DECIMAL');
    case 'boolean':
      return value === 'true' || value === 'false' ? { value } : no('METAFIELD_BOOLEAN');
    case 'date':
      return isDay(value) ? checkDay(value, rules) : no('METAFIELD_DATE');
    case 'url':
      return checkAddress(value, rules);
    case 'color':
      return /^#[\da-f]{6}$/i.test(value) ? { value: value.toLowerCase() } : no('METAFIELD_COLOR');
    case 'list.single_line_text_field':
      return checkList(value, rules);
    default:
      return checkMeasure(type, value, rules);
  }
}
