import { z } from 'zod';

export type Schema = z.ZodType;

/** A schema whose value can be checked in chunks. */
export type Split =
  /** `piece` checks some elements or entries, `whole` the rules over all of them after each was checked. */
  | { kind: 'list'; element: Schema; piece: Schema; whole: Schema }
  | { kind: 'record'; piece: Schema; whole: Schema }
  | { kind: 'object'; fields: Readonly<Record<string, Schema>>; schema: z.ZodObject };

/** The schema that applies to a present value. */
function inner(schema: Schema): Schema {
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return wraps ? inner(schema.def.innerType as Schema) : schema;
}

const split = (schema: Schema): Split | undefined => {
  if (schema instanceof z.ZodArray) {
    const { element } = schema.def;
    return {
      kind: 'list',
      element: element as Schema,
      piece: z.compile(z.array(element)),
      whole: z.any().check(...((schema.def.checks ?? []) as z.core.$ZodCheck<unknown>[])),
    };
  }
  // A record over an enum may require all of its keys.
  if (schema instanceof z.ZodRecord && schema.def.keyType._zod.def.type === 'string') {
    return {
      kind: 'record',
      piece: schema.clone({ ...schema.def, checks: [] }),
      whole: schema.clone({ ...schema.def, keyType: z.string(), valueType: z.any() }),
    };
  }
  if (schema instanceof z.ZodObject) return { kind: 'object', fields: schema.shape as Record<string, Schema>, schema };
  return undefined;
};

const known = new WeakMap<Schema, Split | { kind: 'none' }>();

/** How to split a schema; undefined where zod must see the whole value. */
export function splitSchema(outer: Schema): Split | undefined {
  const schema = inner(outer);
  let found = known.get(schema);
  if (!found) {
    found = split(schema) ?? { kind: 'none' };
    known.set(schema, found);
  }
  return found.kind === 'none' ? undefined : found;
}

const rests = new WeakMap<Schema, Map<string, Schema>>();

/**
 * Schema of an object after some fields were checked, which then accept anything. Without `rules`, object-level checks
 * are left out, because they expect valid fields.
 */
export function restSchema(schema: z.ZodObject, checked: readonly string[], rules: boolean): Schema {
  const key = `${rules} ${checked.join(' ')}`;
  const ofSchema = rests.get(schema) ?? new Map<string, Schema>();
  rests.set(schema, ofSchema);
  const made =
    ofSchema.get(key) ??
    schema.clone({
      ...schema.def,
      shape: { ...schema.shape, ...Object.fromEntries(checked.map((name) => [name, z.any()])) },
      ...(rules ? {} : { checks: [] }),
    });
  ofSchema.set(key, made);
  return made;
}
