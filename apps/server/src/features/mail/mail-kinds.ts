/**
 * The mails we write. `why`: what the reader is told of why he gets it (MAIL_WHY_...). `link`: it has a button, whose words are MAIL_<KIND>_ACTION. Every kind has _SUBJECT and _TEXT in
 * messages/<language>/server/mail.json, paragraphs with an empty line between. `{{validity}}` in a _TEXT is the sentence of _VALIDITY,
 * which counts the days or minutes given as `count`.
 */
export const MAIL_KINDS = {
  verify: { link: true, why: 'account' },
  reset: { link: true, why: 'account' },
  'password-changed': { link: false, why: 'account' },
  'confirm-code': { link: false, why: 'account' },
  invitation: { link: true, why: 'invited' },
  'two-factor-on': { link: false, why: 'account' },
  'two-factor-off': { link: false, why: 'account' },
  'two-factor-ended': { link: false, why: 'account' },
  'access-suspended': { link: true, why: 'account' },
  'token-made': { link: true, why: 'account' },
  'member-joined': { link: true, why: 'account' },
  'member-changed': { link: true, why: 'account' },
  'sign-in-linked': { link: true, why: 'account' },
  'webhook-set': { link: true, why: 'account' },
  'recovery-codes-renewed': { link: true, why: 'account' },
  'second-factor-guessed': { link: true, why: 'account' },
  'account-connected': { link: true, why: 'account' },
  'account-leaving': { link: true, why: 'account' },
  notice: { link: true, why: 'member' },
  notices: { link: true, why: 'member' },
  'ownership-offered': { link: true, why: 'account' },
  'ownership-offer-made': { link: true, why: 'account' },
  'ownership-moved': { link: false, why: 'account' },
  'backup-failed': { link: false, why: 'operator' },
  'operator-claim': { link: true, why: 'operator' },
  'store-migrate': { link: true, why: 'account' },
  'payment-confirmation': { link: true, why: 'account' },
} as const satisfies Record<string, { link: boolean; why: 'account' | 'invited' | 'member' | 'operator' }>;

export type MailKind = keyof typeof MAIL_KINDS;
