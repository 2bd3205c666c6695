import { type Config, LOOPBACK } from '../config.ts';

type Reach = Pick<Config, 'operators' | 'appUrl' | 'host'>;

/**
 * Whether others than the people at this machine can reach the installation. There anybody may sign up with an e-mail
 * that is not his, also with one of QUAYSIDE_OPERATORS.
 */
export const isReachable = ({ appUrl, host }: Reach): boolean => appUrl !== undefined || !LOOPBACK.has(host);

export const isNamedOperator = ({ operators }: Reach, email: string): boolean =>
  operators.includes(email.toLowerCase());

/**
 * Whether an account is one of the people who run this installation: named in QUAYSIDE_OPERATORS and, where strangers
 * can sign up, with an e-mail that is proven to be his.
 */
export const isOperator = (config: Reach, account: { email: string; email_verified_at: string | null }): boolean =>
  isNamedOperator(config, account.email) && (account.email_verified_at !== null || !isReachable(config));
