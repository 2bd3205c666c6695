/** Node's and OpenSSL's codes for a chain without a trusted root. */
const UNTRUSTED: ReadonlySet<unknown> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);
/** Codes for a certificate that is invalid whoever issued it. */
const INVALID: ReadonlySet<unknown> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
]);

/** Returns why a server's certificate was refused; undefined: the connection failed for another reason. */
export function certificateProblem(error: unknown): 'certificate_untrusted' | 'certificate_invalid' | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (UNTRUSTED.has(code)) return 'certificate_untrusted';
  return INVALID.has(code) ? 'certificate_invalid' : undefined;
}
