import { createHash } from 'node:crypto';
import type { DefinitionDoc, MetafieldDoc } from './model.ts';

/** Units by metafield type, as inputs name them and as Shopify writes them. Source: shopify.dev, "List of data types". */
const UNITS: Record<string, Record<string, string>> = {
  weight: { g: 'GRAMS', kg: 'KILOGRAMS', oz: 'OUNCES', lb: 'POUNDS' },
  dimension: { mm: 'MILLIMETERS', cm: 'CENTIMETERS', m: 'METERS', in: 'INCHES', ft: 'FEET', yd: 'YARDS' },
  volume: {
    ml: 'MILLILITERS',
    cl: 'CENTILITERS',
    l: 'LITERS',
    m3: 'CUBIC_METERS',
    us_fl_oz: 'FLUID_OUNCES',
    us_pt: 'PINTS',
    us_qt: 'QUARTS',
    us_gal: 'GALLONS',
    imp_fl_oz: 'IMPERIAL_FLUID_OUNCES',
    imp_pt: 'IMPERIAL_PINTS',
    imp_qt: 'IMPERIAL_QUARTS',
    imp_gal: 'IMPERIAL_GALLONS',
  },
};

/** Types that the stand-in checks; it takes the values of others as they are. */
const CHECKED = [
  'single_line_text_field',
  'multi_line_text_field',
  'number_integer',
  'number_decimal',
  'boolean',
  'date',
  'url',
  'color',
  'list.single_line_text_field',
  ...Object.keys(UNITS),
];
const FREE = ['id', 'json', 'date_time', 'money', 'rating', 'rich_text_field', 'link', 'language'];
export const isMetafieldType = (type: string): boolean =>
  CHECKED.includes(type) || FREE.includes(type) || /^(list\.)?\w+_reference$/.test(type) || /^list\.\w+$/.test(type);

type Checked = { value: string } | { error: string };
const no = (error: string): Checked => ({ error });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const range = (amount: number, min: number | undefined, max: number | undefined, shown: (bound: number) => string) => {
  if (min !== undefined && amount < min) return `Value has a minimum of ${shown(min)}.`;
  if (max !== undefined && amount > max) return `Value has a maximum of ${shown(max)}.`;
  return undefined;
};

function checkType(type: string, value: string): Checked {
  switch (type) {
    case 'single_line_text_field':
      return /[\r\n]/.test(value) ? no('Value must be a single line text string.') : { value };
    case 'number_integer':
      return /^[+-]?\d+$/.test(value) ? { value: String(BigInt(value)) } : no('Value must be an integer.');
    case 'number_decimal': {
      if (!/^[+-]?\d+(\.\d{1,9})?$/.test(value)) return no('Value must be a decimal.');
      return { value: value.includes('.') ? value.replace(/(\.\d+?)0+$/, '$1') : `${value}.0` };
    }
    case 'boolean':
      return ['true', 'false'].includes(value) ? { value } : no('Value must be true or false.');
    case 'date': {
      const isDate = /^\d{4}-\d\d-\d\d$/.test(value) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);
      return isDate ? { value } : no('Value must be in YYYY-MM-DD format.');
    }
    case 'url':
      return /^(https?|mailto|sms|tel):/.test(value) && URL.canParse(value)
        ? { value }
        : no('Value must be a valid URL with one of these schemes: https, http, mailto, sms, tel.');
    case 'color':
      return /^#[\da-f]{6}$/i.test(value) ? { value: value.toLowerCase() } : no('Value must be a valid hex color.');
    case 'list.single_line_text_field': {
      const list = parse(value);
      const isList = Array.isArray(list) && list.every((one) => typeof one === 'string' && !/[\r\n]/.test(one));
      return isList ? { value: JSON.stringify(list) } : no('Value must be a list of single line text strings.');
    }
    default: {
      const units = UNITS[type];
      if (!units) return { value };
      const measure = parse(value) as { value?: unknown; unit?: unknown } | null | undefined;
      const unit =
        units[String(measure?.unit).toLowerCase()] ?? Object.values(units).find((one) => one === measure?.unit);
      if (typeof measure?.value !== 'number' || !unit) return no(`Value must have a valid ${type} unit and number.`);
      return { value: JSON.stringify({ value: measure.value, unit }) };
    }
  }
}

/** A value as Shopify keeps it, or the words with which Shopify refuses it. */
export function checkValue(definition: Pick<DefinitionDoc, 'type' | 'validations'>, text: string): Checked {
  const { type } = definition;
  const checked = checkType(type, text);
  if ('error' in checked) return checked;
  const { value } = checked;
  const rule = (name: string) => definition.validations?.find((one) => one.name === name)?.value;
  const number = (name: string) => (rule(name) === undefined ? undefined : Number(rule(name)));
  const choices = rule('choices');
  const options = choices === undefined ? undefined : (JSON.parse(choices) as string[]);
  const isIn = (one: string) => !options || options.includes(one);
  let error: string | undefined;
  if (type === 'single_line_text_field' || type === 'multi_line_text_field') {
    const [min, max] = [number('min'), number('max')];
    if (min !== undefined && value.length < min) error = `Value has a minimum length of ${min}.`;
    if (max !== undefined && value.length > max) error = `Value has a maximum length of ${max}.`;
    const pattern = rule('regex');
    if (pattern !== undefined && !new RegExp(pattern).test(value)) error = `Value must match ${pattern}.`;
    if (!isIn(value)) error = `Value does not exist in provided choices: ${choices}.`;
  } else if (type.startsWith('number_')) {
    error = range(Number(value), number('min'), number('max'), String);
    const digits = number('max_precision');
    if (digits !== undefined && (value.split('.')[1]?.replace(/0+$/, '').length ?? 0) > digits)
      error = `Value can't exceed the precision of ${digits}.`;
  } else if (type === 'date') {
    const day = (name: string) => (rule(name) === undefined ? undefined : Date.parse(rule(name) ?? ''));
    error = range(Date.parse(value), day('min'), day('max'), (one) => new Date(one).toISOString().slice(0, 10));
  } else if (type === 'url') {
    const domains = rule('allowed_domains');
    if (domains !== undefined && !(JSON.parse(domains) as string[]).includes(new URL(value).hostname))
      error = `Value must be on one of these domains: ${domains}.`;
  } else if (type === 'list.single_line_text_field') {
    const list = JSON.parse(value) as string[];
    if (list.length > (number('list.max') ?? 128))
      error = `Value has a maximum of ${number('list.max') ?? 128} entries.`;
    if (!list.every(isIn)) error = `Value does not exist in provided choices: ${choices}.`;
  }
  return error === undefined ? { value } : no(error);
}

export const digestOf = ({ type, value }: Pick<MetafieldDoc, 'type' | 'value'>): string =>
  createHash('sha256').update(`${type} ${value}`).digest('hex');
