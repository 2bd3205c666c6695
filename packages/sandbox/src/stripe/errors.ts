import type { z } from 'zod';

/** Stripe's refusal: its own shape of error, with the HTTP status that says the same. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal';
  readonly http: number;
  readonly body: object;
  constructor(http: number, type: string, message: string, more: { code?: string; param?: string } = {}) {
    super(message);
    this.http = http;
    this.body = { error: { type, message, doc_url: 'https://stripe.com/docs/error-codes', ...more } };
  }
}

const named = (path: readonly PropertyKey[]): string => {
  const [first = '', ...rest] = path.map(String);
  return first + rest.map((part) => `[${part}]`).join('');
};

/** The first thing wrong with a form, in Stripe's manner. */
export function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const param = named(issue?.path ?? []);
  const bad = (message: string, code: string, at: string) =>
    new StripeRefusal(400, 'invalid_request_error', message, { code, param: at });
  if (issue?.code === 'unrecognized_keys') {
    const name = named([...issue.path, issue.keys[0] ?? '']);
    throw bad(`Received unknown parameter: ${name}`, 'parameter_unknown', name);
  }
  if (issue?.code === 'invalid_type' && issue.input === undefined)
    throw bad(`Missing required param: ${param}.`, 'parameter_missing', param);
  throw bad(`Invalid ${param}: ${issue?.message}`, 'parameter_invalid', param);
}
