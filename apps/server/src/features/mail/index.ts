export { mailContext, type NewMail, queueMail } from './actions/queue-mail.ts';
export { MAIL_KEEP_DAYS, register } from './register.ts';
