/** The subset of JSON Schema that forms support. */
export interface JsonSchema {
  type?: string | readonly string[];
  title?: string;
  description?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  enum?: readonly (string | number | null)[];
  /** Labels of the `enum` values. */
  'x-labels'?: Readonly<Record<string, string>>;
  'x-placeholder'?: string;
  format?: string;
  pattern?: string;
  writeOnly?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
}

export type FormValues = Record<string, unknown>;

/** Longer texts get a multi-line field. */
const LONG_TEXT = 300;

export type FieldKind =
  | 'text'
  | 'long'
  | 'secret'
  | 'email'
  | 'url'
  | 'number'
  | 'whole'
  | 'flag'
  | 'choice'
  | 'list'
  | 'date'
  | 'group';

/** Treats a nullable field as its non-null type. */
export function plainSchema(schema: JsonSchema): JsonSchema {
  const other = schema.anyOf?.find((one) => one.type !== 'null');
  return other
    ? { ...other, title: schema.title ?? other.title, description: schema.description ?? other.description }
    : schema;
}

/** Field type for a schema. */
export function fieldKind(schema: JsonSchema): FieldKind {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  if (schema.enum) return 'choice';
  if (type === 'object') return 'group';
  if (type === 'array') return 'list';
  if (type === 'boolean') return 'flag';
  if (type === 'integer') return 'whole';
  if (type === 'number') return 'number';
  if (schema.writeOnly || schema.format === 'password') return 'secret';
  if (schema.format === 'email') return 'email';
  if (schema.format === 'uri' || schema.format === 'url') return 'url';
  if (schema.format === 'date') return 'date';
  return (schema.maxLength ?? 0) > LONG_TEXT ? 'long' : 'text';
}

/** Initial values of a form: given ones, else the schema's defaults. */
export function startValues(schema: JsonSchema, given: FormValues = {}): FormValues {
  const values: FormValues = {};
  for (const [name, raw] of Object.entries(schema.properties ?? {})) {
    const field = plainSchema(raw);
    if (fieldKind(field) === 'group') values[name] = startValues(field, (given[name] as FormValues) ?? {});
    else if (given[name] !== undefined) values[name] = given[name];
    else if (field.default !== undefined) values[name] = field.default;
  }
  return values;
}

/** Values to send: without empty optional texts. */
export function sentValues(schema: JsonSchema, values: FormValues): FormValues {
  const sent: FormValues = {};
  for (const [name, raw] of Object.entries(schema.properties ?? {})) {
    const field = plainSchema(raw);
    const value = values[name];
    if (fieldKind(field) === 'group') sent[name] = sentValues(field, (value as FormValues) ?? {});
    else if (value === undefined || value === '') {
      if (schema.required?.includes(name) && fieldKind(field) !== 'number' && fieldKind(field) !== 'whole')
        sent[name] = value ?? '';
    } else sent[name] = value;
  }
  return sent;
}

/** Sets the value at a dotted path. */
export function withValue(values: FormValues, path: readonly string[], value: unknown): FormValues {
  const [head, ...rest] = path;
  if (head === undefined) return values;
  return { ...values, [head]: rest.length === 0 ? value : withValue((values[head] as FormValues) ?? {}, rest, value) };
}
