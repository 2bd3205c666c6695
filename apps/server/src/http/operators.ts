import type { Config } from '../config.ts';

type Named = Pick<Config, 'operators'>;

export const isNamedOperator = ({ operators }: Named, email: string): boolean =>
  operators.includes(email.toLowerCase());

/** What is known of an account whose rights as an operator are asked for. */
export interface OperatorFacts {
  email: string;
  /** The e-mail for which it was claimed by the link of the start; null: it never was. */
  operator_email: string | null;
  is_demo: boolean;
}

/**
 * Whether an account is one of the people who run this installation: named in QUAYSIDE_OPERATORS, and claimed for that very
 * e-mail by the link that only who reads the log or the mail of the operator can have. The e-mail alone is nothing.
 */
export const isOperator = (config: Named, account: OperatorFacts): boolean =>
  !account.is_demo &&
  account.operator_email !== null &&
  account.operator_email === account.email.toLowerCase() &&
  isNamedOperator(config, account.email);
