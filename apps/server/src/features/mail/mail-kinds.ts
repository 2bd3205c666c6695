/**
 * The mails we write. `link`: it has a button, whose words are MAIL_<KIND>_ACTION. Every kind has _SUBJECT and _TEXT in
 * http/messages/<language>/mail.json, paragraphs with an empty line between.
 */
export const MAIL_KINDS = {
  verify: { link: true },
  reset: { link: true },
  'password-changed': { link: false },
  invitation: { link: true },
  'two-factor-on': { link: false },
  'two-factor-off': { link: false },
  'account-leaving': { link: true },
  notice: { link: true },
  notices: { link: true },
  'store-migrate': { link: true },
} as const satisfies Record<string, { link: boolean }>;

export type MailKind = keyof typeof MAIL_KINDS;
