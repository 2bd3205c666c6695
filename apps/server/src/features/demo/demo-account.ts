/** The account that lives and dies with the sandbox (charter, section 3). */
export const DEMO = {
  email: 'demo@quayside.test',
  password: 'quayside-demo',
  firstName: 'Demo',
  lastName: 'Owner',
} as const;
