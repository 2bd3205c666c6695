const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** A check digit by descending weights, modulo 11; 10 and 11 count as 0. Source: Receita Federal. */
function checkDigit(digits: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  const rest = 11 - (sum % 11);
  return rest > 9 ? 0 : rest;
}
const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first - at);
const CNPJ = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

function isCpf(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 11 || /^(\d)\1*$/.test(digits)) return false;
  return (
    checkDigit(digits, from(10, 9)) === Number(digits[9]) && checkDigit(digits, from(11, 10)) === Number(digits[10])
  );
}

function isCnpj(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length !== 14 || /^(\d)\1*$/.test(digits)) return false;
  return checkDigit(digits, CNPJ) === Number(digits[12]) && checkDigit(digits, [6, ...CNPJ]) === Number(digits[13]);
}

/** Characters of an RFC by their value. Source: SAT, Anexo 20. */
const RFC_VALUES = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

/** An RFC of a person (13 characters) or company (12): letters, date of birth or founding, and a check digit. */
function isRfc(text: string): boolean {
  const rfc = text.replaceAll(/[\s-]/g, '').toUpperCase();
  const parts = /^([A-ZÑ&]{3,4})\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[A\d]$/.exec(rfc);
  if (!parts) return false;
  const padded = rfc.padStart(13, ' ');
  const sum = [...padded.slice(0, 12)].reduce((total, char, at) => total + RFC_VALUES.indexOf(char) * (13 - at), 0);
  const rest = 11 - (sum % 11);
  return padded[12] === (rest === 11 ? '0' : rest === 10 ? 'A' : String(rest));
}

interface TaxId {
  /** Names of the number, for people. */
  label: string;
  isValid(text: string): boolean;
  /** As suppliers expect it. */
  write(text: string): string;
  /** Customs returns parcels without it. */
  needed: boolean;
}

/** Countries whose customs identify the recipient by a tax number. */
const TAX_IDS: Readonly<Record<string, TaxId>> = {
  BR: { label: 'CPF, CNPJ', isValid: (text) => isCpf(text) || isCnpj(text), write: digitsOf, needed: true },
  MX: {
    label: 'RFC',
    isValid: isRfc,
    write: (text) => text.replaceAll(/[\s-]/g, '').toUpperCase(),
    needed: false,
  },
};

export const getTaxId = (country: string): TaxId | undefined => TAX_IDS[country];
