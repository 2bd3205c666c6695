export { mailContext, type NewMail, queueMail } from './actions/queue-mail.ts';
export { register } from './register.ts';
