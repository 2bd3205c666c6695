export { mailContext, type NewMail, queueLetter, queueMail } from './actions/queue-mail.ts';
export { MAIL_KEEP_DAYS, register } from './register.ts';
export { letterHtml, letterText, oneLine } from './rules/letter.ts';
export { canBeGreeted, disarmed } from './rules/names.ts';
export { createPost, isSurelyUnsent, type Post, toRefusal } from './smtp.ts';
