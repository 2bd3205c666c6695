import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** One value of DER: its tag, its length, its bytes. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const time = (date: Date): Buffer =>
  der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value));

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const DAY_MS = 86_400_000;

/**
 * A certificate of its own authority for https://127.0.0.1, good for a day; whoever is to believe it is given it by
 * NODE_EXTRA_CA_CERTS. Source: RFC 5280.
 */
export function loopbackCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('Quayside tests')))));
  const now = Date.now();
  const facts = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    name,
    sequence(time(new Date(now - DAY_MS)), time(new Date(now + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension('551d13', sequence(der(0x01, Buffer.from([0xff])))),
        extension('551d11', sequence(der(0x87, Buffer.from([127, 0, 0, 1])))),
      ),
    ),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', facts, privateKey));
  const base64 = sequence(facts, ECDSA_SHA256, signature).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}
