/** The one-click body, in either form encoding (RFC 8058, section 3.2). */
const ONE_CLICK = /^List-Unsubscribe=One-Click\b|name="?List-Unsubscribe"?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\b/;

export const isOneClick = (body: Buffer | undefined): boolean => ONE_CLICK.test(body?.toString('utf8') ?? '');
