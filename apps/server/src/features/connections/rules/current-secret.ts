type Credentials = Readonly<Record<string, string>>;

/**
 * Stored credentials with our app's current secret, so that an operator can replace it once for all stores connected by
 * this app. Credentials of custom apps are unchanged.
 */
export function withCurrentSecret(kept: Credentials, app: Credentials | undefined): Record<string, string> {
  const ours = app?.clientId !== undefined && kept.clientId === app.clientId && kept.clientSecret !== undefined;
  return ours && app?.clientSecret ? { ...kept, clientSecret: app.clientSecret } : { ...kept };
}
