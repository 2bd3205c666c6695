import type { Config } from '../config.ts';

type Named = Pick<Config, 'operators'>;

export const isNamedOperator = ({ operators }: Named, email: string): boolean =>
  operators.includes(email.toLowerCase());

/** Account fields that decide about operator rights. */
export interface OperatorFacts {
  email: string;
  /** Email claimed with the startup link; null: never claimed. */
  operator_email: string | null;
  is_demo: boolean;
}

/**
 * Whether an account is an operator: its email is in QUAYSIDE_OPERATORS and was claimed with the startup link, which
 * only readers of the log or of the operator's mailbox have. The email alone is not enough.
 */
export const isOperator = (config: Named, account: OperatorFacts): boolean =>
  !account.is_demo &&
  account.operator_email !== null &&
  account.operator_email === account.email.toLowerCase() &&
  isNamedOperator(config, account.email);
