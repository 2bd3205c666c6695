/** The extension's message that checks the sign-in at each marketplace. */
export const SIGN_IN_CHECKS = {
  aliexpress: 'CHECK_LOGIN_ALIEXPRESS',
  amazon: 'CHECK_LOGIN_AMAZON',
  ebay: 'CHECK_LOGIN_EBAY',
  temu: 'CHECK_LOGIN_TEMU',
} as const;
