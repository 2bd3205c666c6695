import { AppError } from '@quayside/kernel';
import type { z } from 'zod';

/** The message key and parameters of one zod issue; the sentences are in messages/<language>/input.json. */
function keyOf(issue: z.core.$ZodIssue): { key: string; params: Record<string, string | number> } {
  switch (issue.code) {
    case 'too_small':
      return {
        key:
          issue.origin === 'string'
            ? Number(issue.minimum) === 1
              ? 'INPUT_REQUIRED'
              : 'INPUT_TOO_SHORT'
            : issue.origin === 'array'
              ? 'INPUT_TOO_FEW'
              : 'INPUT_TOO_SMALL',
        params: { minimum: Number(issue.minimum) },
      };
    case 'too_big':
      return {
        key:
          issue.origin === 'string' ? 'INPUT_TOO_LONG' : issue.origin === 'array' ? 'INPUT_TOO_MANY' : 'INPUT_TOO_BIG',
        params: { maximum: Number(issue.maximum) },
      };
    case 'invalid_type':
      return {
        key: issue.input === undefined ? 'INPUT_REQUIRED' : 'INPUT_WRONG_TYPE',
        params: { expected: issue.expected },
      };
    case 'invalid_value':
      return { key: 'INPUT_NOT_IN_LIST', params: { values: issue.values.map(String).join(', ') } };
    case 'invalid_format':
      return {
        key:
          issue.format === 'email'
            ? 'INPUT_NOT_EMAIL'
            : issue.format === 'url'
              ? 'INPUT_NOT_URL'
              : issue.format === 'uuid'
                ? 'INPUT_NOT_ID'
                : 'INPUT_WRONG_FORMAT',
        params: {},
      };
    case 'unrecognized_keys':
      return { key: 'INPUT_UNKNOWN_FIELD', params: {} };
    default:
      return { key: issue.message && /^[A-Z_]+$/.test(issue.message) ? issue.message : 'INPUT_INVALID', params: {} };
  }
}

/** Turns what zod found into one refusal that names each field; an unknown field is named by its own path. */
export function inputError(
  issues: readonly z.core.$ZodIssue[],
  say: (key: string, params: Record<string, string | number>) => string,
): AppError {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const { key, params } = keyOf(issue);
    const base = issue.path.map(String);
    const paths =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => [...base, name].join('.'))
        : [base.join('.') || 'body'];
    for (const path of paths) {
      const list = fields[path] ?? [];
      list.push(say(key, params));
      fields[path] = list;
    }
  }
  return new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', { fields });
}
