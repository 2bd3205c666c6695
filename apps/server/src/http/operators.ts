import type { Config } from '../config.ts';
import { isReachable } from './reach.ts';

type Reach = Pick<Config, 'operators' | 'appUrl' | 'host'>;

export const isNamedOperator = ({ operators }: Reach, email: string): boolean =>
  operators.includes(email.toLowerCase());

/**
 * Whether an account is one of the people who run this installation: named in QUAYSIDE_OPERATORS and, where strangers
 * can sign up, with an e-mail that is proven to be his.
 */
export const isOperator = (config: Reach, account: { email: string; email_verified_at: string | null }): boolean =>
  isNamedOperator(config, account.email) && (account.email_verified_at !== null || !isReachable(config));
