type Credentials = Readonly<Record<string, string>>;

/**
 * Kept credentials with the secret that our app has now: an operator who changes it at the platform sets the new one once, and
 * every store that was connected by this app goes on with it. Those of an owner's own app stay what they are.
 */
export function withCurrentSecret(kept: Credentials, app: Credentials | undefined): Record<string, string> {
  const ours = app?.clientId !== undefined && kept.clientId === app.clientId && kept.clientSecret !== undefined;
  return ours && app?.clientSecret ? { ...kept, clientSecret: app.clientSecret } : { ...kept };
}
