/** The product's name is among the first guesses at any installation. */
const PRODUCT = 'quayside';

/**
 * Whether a password is guessed early: a common one, a repeated character, or the email, its local part or the
 * product's name followed by digits and punctuation. `common`: lowercase passwords.
 */
export function isGuessable(password: string, email: string, common: ReadonlySet<string>): boolean {
  const tried = password.trim().toLowerCase();
  if (common.has(tried) || /^(.)\1*$/u.test(tried)) return true;
  const word = tried.replace(/[^\p{L}]+$/u, '');
  const address = email.toLowerCase();
  const local = address.split('@')[0] ?? '';
  return [address, local, PRODUCT].some((own) => own !== '' && (tried === own || word === own));
}
