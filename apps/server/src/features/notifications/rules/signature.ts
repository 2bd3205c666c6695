import { AppError } from '@quayside/kernel';

/** The signed text: time in Unix seconds, a full stop, and the exact body. */
export const signedText = (seconds: number, body: string): string => `${seconds}.${body}`;

/** The signature header: time, and the HMAC-SHA256 of signedText() as hex. */
export const signatureHeader = (seconds: number, hex: string): string => `t=${seconds},v1=${hex}`;

/** Throws, with the field, if a URL can't be a webhook's. */
export function checkHookUrl(url: string): void {
  const { username, password, hash } = new URL(url);
  if (username || password || hash)
    throw new AppError('UNPROCESSABLE_ENTITY', 'WEBHOOK_URL_PLAIN', { fields: { url: ['WEBHOOK_URL_PLAIN'] } });
}

/** Whether a response accepts the delivery. Redirects are not followed, because the URL was entered by a person. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300;
