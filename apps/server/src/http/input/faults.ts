import { AppError } from '@quayside/kernel';
import type { z } from 'zod';

/** Fields named in an error; the rest are counted. */
export const MOST_NAMED = 20;
/** Faults after which the rest of an input is skipped. */
export const MOST_COUNTED = 100;
/** Unknown field names come from the sender and can be long. */
const LONGEST_PATH = 200;

export type Say = (key: string, params?: Record<string, string | number>) => string;
type Issue = z.core.$ZodIssue;

const NOT_TYPED: Record<string, string> = { email: 'INPUT_NOT_EMAIL', url: 'INPUT_NOT_URL', uuid: 'INPUT_NOT_ID' };

/** Message key and parameters of a zod issue; texts are in messages/<language>/server/input.json. */
function keyOf(issue: Issue): { key: string; params: Record<string, string | number> } {
  switch (issue.code) {
    case 'too_small': {
      const minimum = Number(issue.minimum);
      if (issue.origin === 'string')
        return { key: minimum === 1 ? 'INPUT_REQUIRED' : 'INPUT_TOO_SHORT', params: { count: minimum } };
      return { key: issue.origin === 'array' ? 'INPUT_TOO_FEW' : 'INPUT_TOO_SMALL', params: { minimum } };
    }
    case 'too_big': {
      const maximum = Number(issue.maximum);
      if (issue.origin === 'string') return { key: 'INPUT_TOO_LONG', params: { count: maximum } };
      const own = /^[A-Z_]+$/.test(issue.message) ? issue.message : undefined;
      return { key: own ?? (issue.origin === 'array' ? 'INPUT_TOO_MANY' : 'INPUT_TOO_BIG'), params: { maximum } };
    }
    case 'invalid_type':
      return {
        key: issue.input === undefined ? 'INPUT_REQUIRED' : 'INPUT_WRONG_TYPE',
        params: { expected: issue.expected },
      };
    case 'invalid_value':
      return { key: 'INPUT_NOT_IN_LIST', params: { values: issue.values.map(String).join(', ') } };
    case 'invalid_format':
      return { key: NOT_TYPED[issue.format] ?? 'INPUT_WRONG_FORMAT', params: {} };
    case 'unrecognized_keys':
      return { key: 'INPUT_UNKNOWN_FIELD', params: {} };
    default:
      return { key: issue.message && /^[A-Z_]+$/.test(issue.message) ? issue.message : 'INPUT_INVALID', params: {} };
  }
}

/** Collects input faults: the first fields by name, the others as a count. */
export class Faults {
  readonly #fields = new Map<string, string[]>();
  readonly #say: Say;
  #unnamed = 0;
  /** The rest of the input was skipped. */
  stopped = false;

  constructor(say: Say) {
    this.#say = say;
  }

  get any(): boolean {
    return this.#fields.size > 0;
  }

  /** Enough faults to refuse the input. */
  get full(): boolean {
    return this.#fields.size + this.#unnamed >= MOST_COUNTED;
  }

  /** Adds zod issues at a path; `shift` is the list index of the first element that zod received. */
  add(issues: readonly Issue[], base: readonly PropertyKey[] = [], shift = 0): void {
    for (const issue of issues) {
      const [first, ...others] = issue.path;
      const found = typeof first === 'number' ? [first + shift, ...others] : issue.path;
      const path = [...base, ...found].map(String);
      if (issue.code !== 'unrecognized_keys') this.#put(path.join('.') || 'body', issue);
      else {
        for (const name of issue.keys.slice(0, MOST_NAMED)) this.#put([...path, name].join('.'), issue);
        this.#unnamed += Math.max(0, issue.keys.length - MOST_NAMED);
      }
    }
  }

  /** Adds a field with a message key. */
  name(field: string, key: string): void {
    this.#fields.set(field.slice(0, LONGEST_PATH), [this.#say(key)]);
  }

  #put(whole: string, issue: Issue): void {
    const field = whole.slice(0, LONGEST_PATH);
    const known = this.#fields.get(field);
    if (!known && this.#fields.size >= MOST_NAMED) {
      this.#unnamed += 1;
      return;
    }
    if (known && known.length >= MOST_NAMED) return;
    const { key, params } = keyOf(issue);
    this.#fields.set(field, [...(known ?? []), this.#say(key, params)]);
  }

  refusal(): AppError {
    const fields = Object.fromEntries(this.#fields);
    if (this.#unnamed === 0) return new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', { fields });
    return new AppError('UNPROCESSABLE_ENTITY', 'INPUT_INVALID_FIELDS', {
      fields,
      messageKey: 'INPUT_INVALID_FIELDS_MORE',
      params: { more: this.stopped ? `${this.#unnamed}+` : this.#unnamed },
    });
  }
}
