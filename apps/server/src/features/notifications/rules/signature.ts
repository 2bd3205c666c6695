import { AppError } from '@quayside/kernel';

/** What is signed: the time in Unix seconds, a full stop, and the very bytes of the body. */
export const signedText = (seconds: number, body: string): string => `${seconds}.${body}`;

/** The header of a delivery: when it was signed, and the HMAC-SHA256 of signedText() as hex. */
export const signatureHeader = (seconds: number, hex: string): string => `t=${seconds},v1=${hex}`;

/** Why an address cannot be a webhook's; throws it with the field named. */
export function checkHookUrl(url: string): void {
  const { username, password, hash } = new URL(url);
  if (username || password || hash)
    throw new AppError('UNPROCESSABLE_ENTITY', 'WEBHOOK_URL_PLAIN', { fields: { url: ['WEBHOOK_URL_PLAIN'] } });
}

/** Whether an answer means that the delivery was taken. Redirects are not followed: the address was given by a person. */
export const wasTaken = (status: number): boolean => status >= 200 && status < 300;
