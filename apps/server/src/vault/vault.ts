import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** An encrypted value as stored in a jsonb column. */
export interface Sealed {
  /** Id of the encryption key, for key rotation. */
  k: string;
  iv: string;
  tag: string;
  data: string;
}

/**
 * Encrypts external credentials at rest (AES-256-GCM). `context` binds a value to its row, so that it can't be
 * decrypted elsewhere.
 */
export interface Vault {
  seal(value: unknown, context: string): Sealed;
  /** Throws when the key is unknown, the context differs or the bytes were changed. */
  open<T>(sealed: Sealed, context: string): T;
  /** Signature of a text (HMAC-SHA-256, base64url), made with the current key. */
  sign(text: string, context: string): string;
  /** Whether a signature is valid, under the current key or an earlier one. */
  isSigned(text: string, context: string, signature: string): boolean;
  /** Whether a value should be re-encrypted because its key is not the current one. */
  isStale(sealed: Sealed): boolean;
}

interface Key {
  id: string;
  bytes: Buffer;
}

function keyOf(secret: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, 'quayside', 'credentials', 32));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), bytes };
}

const signWith = (key: Key, text: string, context: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', key.bytes, 'quayside', `sign ${context}`, 32)))
    .update(text)
    .digest();

/** `secrets`: the current APP_SECRET first, then earlier ones that still decrypt their data. */
export function createVault(secrets: readonly string[]): Vault {
  const keys = secrets.map(keyOf);
  const current = keys[0];
  if (!current) throw new Error('vault needs at least one secret');
  return {
    seal(value, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv).setAAD(Buffer.from(context));
      const data = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return {
        k: current.id,
        iv: iv.toString('base64'),
        tag: cipher.getAuthTag().toString('base64'),
        data: data.toString('base64'),
      };
    },
    open<T>(sealed: Sealed, context: string): T {
      const key = keys.find((candidate) => candidate.id === sealed.k);
      if (!key) throw new Error('decryption failed: unknown key (APP_SECRET changed?)');
      const cipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(sealed.iv, 'base64'))
        .setAAD(Buffer.from(context))
        .setAuthTag(Buffer.from(sealed.tag, 'base64'));
      return JSON.parse(
        Buffer.concat([cipher.update(Buffer.from(sealed.data, 'base64')), cipher.final()]).toString('utf8'),
      ) as T;
    },
    sign: (text, context) => signWith(current, text, context).toString('base64url'),
    isSigned(text, context, signature) {
      const given = Buffer.from(signature, 'base64url');
      return keys.some((key) => {
        const right = signWith(key, text, context);
        return given.length === right.length && timingSafeEqual(given, right);
      });
    },
    isStale: (sealed) => sealed.k !== current.id,
  };
}
