import { createHmac } from 'node:crypto';
import { type Config, DEMO_EMAIL } from '../../config.ts';
import { demoDoor } from '../../http/reach.ts';

/** The account that lives and dies with the sandbox (charter, section 3). */
export const DEMO = {
  email: DEMO_EMAIL,
  password: 'quayside-demo',
  firstName: 'Demo',
  lastName: 'Owner',
} as const;

/**
 * Its password: the one of the README on a machine that only its own people reach, else one of this installation alone. It is
 * made from the installation's secret, so that every process and every start know the same.
 */
export const demoPassword = (
  config: Pick<Config, 'sandbox' | 'sandboxDemo' | 'appUrl' | 'host'>,
  secret: string,
): string =>
  demoDoor(config) === 'here'
    ? DEMO.password
    : createHmac('sha256', secret).update('demo password').digest('base64url').slice(0, 20);
