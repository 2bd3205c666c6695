/** The name of the product is among the first guesses at any of its installations. */
const PRODUCT = 'quayside';

/**
 * Whether a password is among the first that somebody tries: a common one, one character repeated, or the e-mail, its local part or the product's
 * name, with nothing but digits and signs after it. `common` holds lower-case passwords.
 */
export function isGuessable(password: string, email: string, common: ReadonlySet<string>): boolean {
  const tried = password.trim().toLowerCase();
  if (common.has(tried) || /^(.)\1*$/u.test(tried)) return true;
  const word = tried.replace(/[^\p{L}]+$/u, '');
  const address = email.toLowerCase();
  const local = address.split('@')[0] ?? '';
  return [address, local, PRODUCT].some((own) => own !== '' && (tried === own || word === own));
}
