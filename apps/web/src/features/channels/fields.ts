import type { TFunction } from 'i18next';
import { ApiError } from '../../lib/api.ts';
import type { JsonSchema } from '../../lib/json-schema.ts';

interface FormField {
  name: string;
  label_key: string;
  help_key?: string;
  type: 'text' | 'url' | 'secret';
  required: boolean;
  placeholder?: string;
}

/** The last part of a connector's label key is the key of our own text. */
const textKey = (key: string): string => key.split('.').at(-1) ?? key;

/** A platform's credential fields as a form: its names, our words. */
export function credentialSchema(t: TFunction<'channels'>, fields: readonly FormField[]): JsonSchema {
  const say = (key: string) => t(`fields.${textKey(key)}` as 'title', { defaultValue: textKey(key) });
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [
        field.name,
        {
          type: 'string',
          title: say(field.label_key),
          ...(field.help_key ? { description: say(field.help_key) } : {}),
          ...(field.type === 'secret' ? { format: 'password' } : {}),
          ...(field.placeholder ? { 'x-placeholder': field.placeholder } : {}),
        },
      ]),
    ),
    required: fields.filter((field) => field.required).map((field) => field.name),
  } as JsonSchema;
}

/** The values as the call takes them: texts by name, empty ones left out. */
export const credentialValues = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, String(value ?? '').trim()] as const)
      .filter(([, value]) => value !== ''),
  );

const PREFIX = 'credentials.';

/** Runs a call that takes credentials: what the server says of one of them is said of the form's field. */
export async function withCredentialErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const errors = Object.fromEntries(
      Object.entries(error.errors).map(([name, texts]) => [
        name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name,
        texts,
      ]),
    );
    const { call: key, code, data, message, status } = error;
    throw new ApiError(key, { status, code, message, errors, data });
  }
}
