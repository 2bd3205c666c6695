import type { CredentialField } from '@quayside/connector-kit';

/** Faults of entered credentials by field path: missing or unknown. Empty values count as missing. */
export function credentialFaults(
  fields: readonly CredentialField[],
  given: Readonly<Record<string, string>>,
): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  for (const field of fields) {
    const needed = field.required || (field.requiredWithout !== undefined && !given[field.requiredWithout]);
    if (needed && !given[field.name]) faults[`credentials.${field.name}`] = ['INPUT_REQUIRED'];
  }
  for (const name of Object.keys(given)) {
    if (!fields.some((field) => field.name === name)) faults[`credentials.${name}`] = ['INPUT_UNKNOWN_FIELD'];
  }
  return faults;
}
